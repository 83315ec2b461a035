# The libraries from the system, gathered in one target for arena/. scripts/setup installs them.

find_package(Boost 1.81 CONFIG QUIET COMPONENTS json)
if(NOT Boost_FOUND)
  set(found "")
  list(REMOVE_DUPLICATES Boost_CONSIDERED_VERSIONS)
  if(Boost_CONSIDERED_VERSIONS)
    list(JOIN Boost_CONSIDERED_VERSIONS ", " found)
    string(PREPEND found " Found: ")
    string(APPEND found ".")
  endif()
  message(FATAL_ERROR "Boost 1.81 or newer is needed, with its headers and Boost.JSON.${found}\n"
                      "Run scripts/setup, or install libboost1.81-dev and libboost-json1.81-dev.")
endif()
find_package(spdlog 1.10 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(sodium REQUIRED IMPORTED_TARGET libsodium)

# Catch2 2 or 3.
find_package(Catch2 3 CONFIG QUIET)
if(NOT Catch2_FOUND)
  find_package(Catch2 2.13 CONFIG REQUIRED)
endif()
include(Catch)

add_library(arena_libraries INTERFACE)
target_link_libraries(arena_libraries INTERFACE
  Boost::headers Boost::json spdlog::spdlog CLI11::CLI11 PkgConfig::sodium Threads::Threads)
