#include "arena/cli/color_option.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <string>

namespace arena::cli {

void add_color_option(CLI::App* command, ColorChoice& choice) {
  command
      ->add_option_function<std::string>(
          "--color",
          [&choice](const std::string& word) {
            choice = word == "always"  ? ColorChoice::always
                     : word == "never" ? ColorChoice::never
                                       : ColorChoice::automatic;
          },
          "auto: on a terminal, unless NO_COLOR is set")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN")
      ->default_str("auto");
}

}  // namespace arena::cli
