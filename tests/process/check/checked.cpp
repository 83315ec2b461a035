#include "tests/process/check/checked.h"

#include <boost/json/parse.hpp>
#include <map>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"
#include "tests/process/process_tree.h"

namespace check_test {

namespace json = boost::json;

Checked check_bot(const std::string& bot, const std::vector<std::string>& options, arena::Isolation isolation) {
  processes::adopt_orphans();
  std::vector<std::string> words = {"check", bot, "--isolation", std::string(arena::isolation_name(isolation))};
  words.insert(words.end(), options.begin(), options.end());
  const processes::Finished finished =
      processes::run(processes::arena_words(words), std::chrono::minutes(2) * processes::kPatience);
  CHECK(processes::left_after(std::chrono::seconds(5)).empty());
  return {finished.end.exited ? finished.end.number : -finished.end.number, finished.out, finished.err};
}

json::object json_of(const Checked& checked) {
  INFO(checked.out << checked.err);
  const json::object report = json::parse(checked.out).as_object();
  CHECK(report.at("check") == 1);
  std::map<std::string, std::int64_t> outcomes;
  for (const json::value& value : report.at("steps").as_array()) {
    const json::object& step = value.as_object();
    const std::string outcome(step.at("outcome").as_string());
    ++outcomes[outcome];
    INFO(step);
    CHECK(step.at("hint").as_string().empty() == ((outcome != "failed" && outcome != "remark")));
    CHECK((outcome == "passed" || !step.at("detail").as_string().empty()));
  }
  for (const char* outcome : {"passed", "failed", "skipped"}) CHECK(report.at(outcome) == outcomes[outcome]);
  CHECK(report.at("remarks") == outcomes["remark"]);
  CHECK(report.at("good").as_bool() == (outcomes["failed"] == 0));
  CHECK(checked.code == (outcomes["failed"] == 0 ? 0 : 1));
  return report;
}

const json::object& step_in(const json::object& report, std::string_view name) {
  for (const json::value& step : report.at("steps").as_array()) {
    if (step.at("step").as_string() == name) return step.as_object();
  }
  throw std::runtime_error("there is no step " + std::string(name));
}

std::string broken_bot(const std::string& name) {
  return processes::in_repository("tests/process/check/bots/" + name + ".py").string();
}

}  // namespace check_test
