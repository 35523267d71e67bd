// Loaded into `ergo` before the C library (LD_PRELOAD): lets the n-th call fail that writes below a folder,
// or the n-th allocation by operator new. Environment:
//   FAULT_FOLDER      writes below it are counted
//   FAULT_WRITE       number of the first write that fails, from 0
//   FAULT_LAST_WRITE  number of the last one
//   FAULT_ERRNO       what failing writes say
//   FAULT_NEW         number of the allocation that fails, from 0
//   FAULT_TRACE       a file that gets the addresses in the program from which that allocation was asked for
//   FAULT_COUNTS      a file that gets "<writes> <allocations>" at the end
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

std::atomic<long> writes{0}, allocations{0};
long first_write = -1, last_write = -1, failing_allocation = -1, error = ENOSPC;
char folder[PATH_MAX], counts[PATH_MAX];
bool ready = false;
pid_t counted = 0;

long number(const char* name, long otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atol(text) : otherwise;
}

void begin() {
  first_write = number("FAULT_WRITE", -1);
  last_write = number("FAULT_LAST_WRITE", first_write);
  error = number("FAULT_ERRNO", ENOSPC);
  failing_allocation = number("FAULT_NEW", -1);
  if (const char* path = std::getenv("FAULT_FOLDER")) std::strncpy(folder, path, sizeof folder - 1);
  if (const char* path = std::getenv("FAULT_COUNTS")) std::strncpy(counts, path, sizeof counts - 1);
  unsetenv("LD_PRELOAD");  // programs that it starts run as ever
  counted = getpid();
  ready = true;
}

__attribute__((destructor)) void end() {
  ready = false;
  if (!counts[0] || getpid() != counted) return;
  if (std::FILE* file = std::fopen(counts, "w")) {
    std::fprintf(file, "%ld %ld\n", writes.load(), allocations.load());
    std::fclose(file);
  }
}

bool below(const char* path) {
  if (!ready || !folder[0] || !path) return false;
  if (path[0] == '/') return std::strncmp(path, folder, std::strlen(folder)) == 0;
  char here[PATH_MAX];
  return getcwd(here, sizeof here) && std::strncmp(here, folder, std::strlen(folder)) == 0;
}

bool below(int file) {
  if (!ready || !folder[0] || file < 3) return false;
  char link[64], path[PATH_MAX];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return false;
  path[length] = '\0';
  return below(path);
}

/// Counts a write; whether it fails.
bool fails() {
  const long now = writes++;
  if (first_write < 0 || now < first_write || now > last_write) return false;
  errno = static_cast<int>(error);
  return true;
}

/// Where in the program this call came from, for addr2line.
void trace() {
  const char* path = std::getenv("FAULT_TRACE");
  std::FILE* file = path ? std::fopen(path, "w") : nullptr;
  if (!file) return;
  void* frames[64];
  const int count = backtrace(frames, 64);
  Dl_info place{};
  for (int i = 0; i < count; ++i)
    if (dladdr(frames[i], &place) && !std::strstr(place.dli_fname, ".so"))
      std::fprintf(file, "%#lx\n",
                   static_cast<long>(static_cast<char*>(frames[i]) - static_cast<char*>(place.dli_fbase)));
  std::fclose(file);
}

/// Counts an allocation; whether it fails.
bool allocation_fails() {
  if (!ready || allocations++ != failing_allocation) return false;
  ready = false;
  trace();
  ready = true;
  return true;
}

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

/// Counts from main() on: what a program does before it can tell of no failure.
int __libc_start_main(int (*main)(int, char**, char**), int count, char** words, void (*init)(),
                      void (*fini)(), void (*ends)(), void* stack) {
  static int (*program)(int, char**, char**) = nullptr;
  program = main;
  const auto begun = [](int count, char** words, char** environment) {
    begin();
    return program(count, words, environment);
  };
  using Start = int(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  return real<Start>("__libc_start_main")(begun, count, words, init, fini, ends, stack);
}

ssize_t write(int file, const void* bytes, size_t size) {
  static const auto call = real<ssize_t(int, const void*, size_t)>("write");
  return below(file) && fails() ? -1 : call(file, bytes, size);
}
ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) {
  static const auto call = real<ssize_t(int, const void*, size_t, off64_t)>("pwrite64");
  return below(file) && fails() ? -1 : call(file, bytes, size, at);
}
ssize_t pwrite(int file, const void* bytes, size_t size, off_t at) { return pwrite64(file, bytes, size, at); }
int fsync(int file) {
  static const auto call = real<int(int)>("fsync");
  return below(file) && fails() ? -1 : call(file);
}
int close(int file) {
  static const auto call = real<int(int)>("close");
  const bool failing = below(file) && (fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY && fails();
  const int result = call(file);
  if (!failing) return result;
  errno = static_cast<int>(error);
  return -1;
}
int ftruncate64(int file, off64_t size) {
  static const auto call = real<int(int, off64_t)>("ftruncate64");
  return below(file) && fails() ? -1 : call(file, size);
}
int ftruncate(int file, off_t size) { return ftruncate64(file, size); }
int fallocate64(int file, int mode, off64_t at, off64_t size) {
  static const auto call = real<int(int, int, off64_t, off64_t)>("fallocate64");
  return below(file) && fails() ? -1 : call(file, mode, at, size);
}
int fallocate(int file, int mode, off_t at, off_t size) { return fallocate64(file, mode, at, size); }
int fchmod(int file, mode_t mode) {
  static const auto call = real<int(int, mode_t)>("fchmod");
  return below(file) && fails() ? -1 : call(file, mode);
}
int rename(const char* from, const char* to) {
  static const auto call = real<int(const char*, const char*)>("rename");
  return below(from) && fails() ? -1 : call(from, to);
}
int link(const char* from, const char* to) {
  static const auto call = real<int(const char*, const char*)>("link");
  return below(from) && fails() ? -1 : call(from, to);
}
int mkdir(const char* path, mode_t mode) {
  static const auto call = real<int(const char*, mode_t)>("mkdir");
  return below(path) && fails() ? -1 : call(path, mode);
}
int open64(const char* path, int flags, ...) {
  static const auto call = real<int(const char*, int, ...)>("open64");
  va_list more;
  va_start(more, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
  va_end(more);
  const bool writing = flags & O_CREAT || (flags & O_ACCMODE) != O_RDONLY;
  return writing && below(path) && fails() ? -1 : call(path, flags, mode);
}
int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
  va_end(more);
  return open64(path, flags, mode);
}

}  // extern "C"

void* operator new(std::size_t size) {
  if (allocation_fails()) throw std::bad_alloc();
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  if (allocation_fails()) throw std::bad_alloc();
  const auto step = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(step, (size + step - 1) / step * step)) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size, std::align_val_t alignment) { return operator new(size, alignment); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
