#include "arena/app/terminal/json_output.h"

#include <unistd.h>

#include <boost/json/serialize.hpp>
#include <iostream>
#include <string>

#include "arena/base/text/whole_file.h"

namespace arena::cli {

void print_json(const boost::json::object& object) {
  if (!std::cout.flush()) return;
  if (!write_all(STDOUT_FILENO, boost::json::serialize(object) + "\n")) std::cout.setstate(std::ios::badbit);
}

}  // namespace arena::cli
