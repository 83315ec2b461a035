#include "arena/admission/submit/build_advice.h"

#include "tests/catch.h"
#include "tests/scratch_folder.h"

namespace build_advice_test {

using namespace arena;
using Catch::Matchers::ContainsSubstring;
using Words = std::vector<std::string>;

TEST_CASE("a build with words for a shell is told how to call one") {
  CHECK(shell_advice({"make", "&&", "make", "install"}) ==
        "No shell reads \"build\", which is one program and its arguments, so '&&' has no meaning. Write: \"build\": "
        "[\"sh\",\"-c\",\"make && make install\"]");
  CHECK_THAT(shell_advice({"make && strip bot"}), ContainsSubstring(R"(["sh","-c","make && strip bot"])"));
  for (const Words& build : {Words{"cat", "a", "|", "sort"}, Words{"gcc", "bot.c", "-o", "$OUT"}, Words{"cp", "x", ";"},
                             Words{"echo", "x", ">", "bot"}, Words{"cp", "a", "$(pwd)"}, Words{"cp", "a", "${HOME}"}}) {
    CAPTURE(build);
    CHECK_FALSE(shell_advice(build).empty());
  }
  for (const Words& build : {Words{}, Words{"make"}, Words{"sh", "-c", "a && b"}, Words{"/bin/bash", "-c", "a | b"},
                             Words{"awk", "$1 > 2 { print }", "x"}, Words{"grep", "-c", "a|b", "c d"}}) {
    CAPTURE(build);
    CHECK(shell_advice(build).empty());
  }
}

TEST_CASE("a failed build gets advice about CR LF in its scripts and about the network") {
  const test::ScratchFolder folder;
  test::write_file(folder / "bad.sh", "#!/bin/sh\r\nmake\r\n");
  test::write_file(folder / "good.sh", "#!/bin/sh\nmake\n");
  test::write_file(folder / "Makefile", "all:\r\n");
  const auto advice = [&](const Words& build, std::string_view output) {
    BotManifest manifest;
    manifest.build = build;
    return advise_on_build(folder.path(), manifest, output);
  };
  const std::string sed = "LF at the end of each line: sed -i 's/\\r$//' ";
  CHECK_THAT(advice({"./bad.sh"}, ""), ContainsSubstring(sed + "bad.sh\n"));
  CHECK_THAT(advice({"sh", "bad.sh"}, ""), ContainsSubstring(sed + "bad.sh\n"));
  CHECK_THAT(advice({"make"}, ""), ContainsSubstring(sed + "Makefile\n"));
  CHECK(advice({"./good.sh", "../bad.sh", "/bin/sh", ""}, "error: nothing that is known").empty());
  for (const char* output :
       {"NewConnectionError: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution",
        "npm ERR! request to https://registry failed, reason: getaddrinfo EAI_AGAIN registry",
        "warning: spurious network error (3 tries remaining): [6] Couldn't resolve host name",
        "ERROR: Could not install packages due to an OSError: Could not find a suitable TLS CA certificate bundle",
        "warning: spurious error (3 tries remaining): [77] Problem with the SSL CA cert (path? access rights?)",
        "ssl.SSLCertVerificationError: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed"}) {
    INFO(output);
    CHECK_THAT(advice({"./good.sh"}, output), ContainsSubstring("It uses the network, but builds have none."));
  }
}

TEST_CASE("the files that a build has made are listed, and a long list is shortened") {
  const test::ScratchFolder folder;
  std::filesystem::create_directories(folder / "before");
  std::filesystem::create_directories(folder / "after/bin");
  test::write_file(folder / "before/bot.c", "");
  test::write_file(folder / "after/bot.c", "");
  const auto text = [&] { return describe_built_files(folder / "before", folder / "after"); };
  CHECK(text() == "The build has made no file.");
  test::write_file(folder / "after/bin/mybot", "");
  test::write_file(folder / "after/bot.o", "");
  CHECK(text() == "The build has made 'bin/mybot', 'bot.o'.");
  for (int i = 10; i < 30; ++i) test::write_file(folder / ("after/c" + std::to_string(i)), "");
  CHECK_THAT(text(), Catch::Matchers::StartsWith("The build has made 'bin/mybot', 'bot.o', 'c10', "));
  CHECK_THAT(text(), Catch::Matchers::EndsWith("'c17' and 12 other files."));
}

}  // namespace build_advice_test
