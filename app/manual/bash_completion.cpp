#include "app/manual/forms.h"

namespace ergo::manual {

namespace {

// Bash splits words at '=' (COMP_WORDBREAKS), so the line is split here again, and the answer is what follows
// the '='.
const char* const bash_template =
    R"(# Completion of @program@ for bash, made by @program@ @version@ from its own description.
_@program@() {
  local line=${COMP_LINE:0:COMP_POINT} current='' asked='' before='' offer=choices options='' choices='' i
  local -a typed
  read -ra typed <<< "$line"
  if [[ $line != *[[:space:]] ]]; then
    current=${typed[-1]}
    unset 'typed[-1]'
  fi
  if [[ $current == --*=* ]]; then
    asked=${current%%=*} before=${current%%=*}= current=${current#*=}
  elif [[ ${typed[-1]} == -* ]]; then
    asked=${typed[-1]}
  fi
  case "@asked@" in
@cases@  esac
  [[ -z $before && $current == -* ]] && offer=choices choices=$options
  case $offer in
    nothing) return ;;
    files) ;;
    choices) mapfile -t COMPREPLY < <(compgen -P "$before" -W "$choices" -- "$current") ;;
    *) mapfile -t COMPREPLY < <(ergo words "$offer" -- "${typed[@]:@first@}" "$current" 2> /dev/null) ;;
  esac
  if [[ $offer == files || ($offer == run && ${#COMPREPLY[@]} -eq 0) ]]; then
    [[ $offer == run && $current == *=* ]] && before=${current%%=*}= current=${current#*=}
    mapfile -t COMPREPLY < <(compgen -P "$before" -f -- "$current")
    compopt -o filenames 2> /dev/null
  fi
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2> /dev/null
  current=$before$current
  if [[ $current == *=* && $COMP_WORDBREAKS == *=* ]]; then
    for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#"${current%"${current##*=}"}"}; done
  fi
}
complete -F _@program@ @program@
)";

/// What is offered, as assignments.
std::string bash_offer(const Argument& argument) {
  std::string text = "offer=" + std::string(name_of(argument.offer));
  if (argument.offer == Offer::choices) text += " choices='" + joined(argument.choices, " ") + "'";
  return text;
}

std::string cases_of(const Manual& about, const Command& command) {
  const std::string start = &command == &about.self || about.commands.empty() ? "" : command.name + " ";
  std::string text;
  for (const Argument& option : command.options) {
    if (option.value.empty()) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : option.names) patterns.push_back("'" + start + name + "'");
    text += "    " + joined(patterns, " | ") + ") " + bash_offer(option) + " ;;\n";
  }
  const std::string pattern = start.empty() ? "*" : "'" + start + "'*";
  text += "    " + pattern + ") options='" + option_names(command) + "'";
  if (!command.words.empty()) text += " " + bash_offer(command.words.back());
  if (&command == &about.self && !about.commands.empty()) {
    std::vector<std::string> names;
    for (const Command& each : about.commands) names.push_back(each.name);
    text += " choices='" + joined(names, " ") + "'";
  }
  return text + " ;;\n";
}

}  // namespace

std::string bash_completion(const Manual& about) {
  const bool several = !about.commands.empty();
  std::string cases;
  for (const Command& command : about.commands) cases += cases_of(about, command);
  cases += cases_of(about, about.self);
  std::string text = replaced(bash_template, "@cases@", cases);
  text = replaced(text, "@asked@", several ? "${typed[1]-} $asked" : "$asked");
  text = replaced(text, "@first@", several ? "2" : "1");
  text = replaced(text, "@version@", about.version);
  return replaced(text, "@program@", about.self.name);
}

}  // namespace ergo::manual
