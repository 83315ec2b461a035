#include "arena/records/manifest.h"

#include <boost/json/serialize.hpp>
#include <functional>

#include "arena/base/seeds/run_key.h"
#include "arena/base/text/input_error.h"
#include "arena/records/manifest_difference.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"

namespace league_label_test {

using namespace arena;
using namespace arena::test;

namespace {

const RunKey kKey = RunKey::from_seed("label");

Manifest labelled() {
  Manifest manifest = made_manifest("black-lady@4", kKey, 4, 1);
  manifest.label = {"Herbst \xC3\xA4", {"one", "two, with \"marks\""}, {{"ann", 1600}, {"dan", 0}}};
  return manifest;
}

}  // namespace

TEST_CASE("a name or a note is one line that a terminal can show") {
  const auto is_line = [](const char* text) { return is_label_line(text, 10); };
  CHECK(is_line("x"));
  CHECK(is_line("0123456789"));
  CHECK(is_line("H\xC3\xA4rz \xE2\x99\xA5"));
  CHECK(is_line("a\xC2\xA0z"));
  for (const char* bad : {"", "0123456789a", " x", "x ", "a\nb", "a\tb", "\x1B[31m", "\x7F", "\xC3", "\xC2\x85",
                          "\xE2\x80\xAEx", "\xE2\x80\xA8", "\xE2\x81\xA6x", "\xE2\x80\x8Fx"}) {
    INFO(bad);
    CHECK_FALSE(is_line(bad));
  }
  CHECK_FALSE(is_label_line(std::string_view("a\0b", 3), 10));
}

TEST_CASE("the first line has the label at its end, and a run without one does not speak of it") {
  CHECK_FALSE(manifest_json(made_manifest("black-lady@4", kKey, 4, 1)).contains("league"));
  const boost::json::object line = manifest_json(labelled());
  CHECK(boost::json::serialize(line.at("league")) ==
        "{\"name\":\"Herbst \xC3\xA4\",\"notes\":[\"one\",\"two, with \\\"marks\\\"\"],"
        "\"anchors\":{\"ann\":1600,\"dan\":0}}");
  CHECK((line.end() - 1)->key() == "league");
  CHECK(read_manifest(line, "here").label == labelled().label);
  Manifest named = made_manifest("black-lady@4", kKey, 4, 1);
  named.label.name = "x";
  CHECK(boost::json::serialize(manifest_json(named).at("league")) == R"({"name":"x"})");
  CHECK(read_manifest(manifest_json(named), "here").label == named.label);
}

TEST_CASE("a label makes no other run") {
  const Manifest plain = made_manifest("black-lady@4", kKey, 4, 1);
  CHECK(run_id(labelled()) == run_id(plain));
  CHECK(receipt_of(labelled()) == receipt_of(plain));
  CHECK_FALSE(manifest_difference(plain, labelled()));
}

TEST_CASE("a label that no league can have is refused") {
  const auto error = [](const std::function<void(boost::json::object&)>& change) -> std::string {
    boost::json::object line = manifest_json(labelled());
    change(line["league"].as_object());
    try {
      read_manifest(line, "here");
    } catch (const InputError& problem) {
      return problem.what();
    }
    return "read";
  };
  const std::string start = "here: this is not the start of a run's records: ";
  const std::string rule =
      "must be one line of UTF-8 without control characters, and without spaces at its start or end";
  CHECK(error([](auto&) {}) == "read");
  CHECK(error([](auto& label) { label["name"] = "a\nb"; }) == start + "the league's name " + rule);
  CHECK(error([](auto& label) { label["name"] = std::string(101, 'x'); }) == start + "the league's name " + rule);
  for (const char* mark :
       {"\x7f", "\xc2\x85", "\u061c", "\u200e", "\u200f", "\u2028", "\u202a", "\u202e", "\u2066", "\u2069"})
    CHECK(error([&](auto& label) { label["name"] = std::string("a") + mark + "b"; }) ==
          start + "the league's name " + rule);
  CHECK(error([](auto& label) { label["notes"].as_array()[1] = ""; }) == start + "the league's notes " + rule);
  CHECK(error([](auto& label) { label["notes"].as_array() = boost::json::array(21, "x"); }) ==
        start + "the league has too many notes");
  CHECK(error([](auto& label) { label["anchors"].as_object()["ann"] = 4001; }) ==
        start + "an anchor must be from 0 to 4000");
  CHECK(error([](auto& label) { label["anchors"].as_object()["zoe"] = 1500; }) ==
        start + "an anchor is not one of its bots");
  CHECK(error([](auto& label) { label["anchors"] = 1; }).starts_with(start));
}

}  // namespace league_label_test
