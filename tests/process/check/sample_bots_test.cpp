#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/check/checked.h"

namespace sample_bots_test {

using namespace check_test;

namespace {

void check_sample(const std::string& name) {
  INFO(name);
  const Checked checked =
      check_bot(HEARTS_BINARY_DIR "/sample_bots/" + name, {"--json", "--laws"}, processes::best_isolation());
  const boost::json::object report = json_of(checked);
  INFO(checked.out);
  CHECK(report.at("good").as_bool());
  CHECK(report.at("skipped") == 0);
  CHECK(report.at("steps").as_array().back().at("step") == "laws");
  CHECK(report.at("figures").at("questions").as_int64() > 1000);
}

}  // namespace

TEST_CASE("the bots to copy from in C and C++ pass every step") {
  check_sample("random_c");
  check_sample("rules_cpp");
  check_sample("watch_c");
}

TEST_CASE("the bots to copy from in Python pass every step") {
  check_sample("random_py");
  check_sample("low_py");
  check_sample("revoke_py");
}

TEST_CASE("the bots to copy from in JavaScript pass every step") {
  check_sample("random_js");
  check_sample("duck_js");
  check_sample("eager_js");
}

TEST_CASE("the bot to copy from in bash passes every step") { check_sample("random_sh"); }

}  // namespace sample_bots_test
