#include "widgets/picture/presenter.h"

#include "core/base/error.h"

namespace ergo {

std::unique_ptr<Presenter> make_presenter([[maybe_unused]] PresenterChoice choice, Renderer renderer) {
#if defined(ERGO_GL)
  if (renderer != Renderer::software) {
    const bool wanted = renderer == Renderer::gl || choice != PresenterChoice::automatic;
    if (auto presenter = make_gl_presenter(choice, wanted)) return presenter;
  }
#else
  if (renderer == Renderer::gl) Machine({.renderer = renderer}).make_current();  // says that there is none
#endif
  return make_software_presenter();
}

}  // namespace ergo
