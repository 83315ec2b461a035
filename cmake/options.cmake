# What can be chosen at configure time, and what holds for every target.

set(HEARTS_SANITIZE "" CACHE STRING "Sanitizers, as after -fsanitize= (address,undefined or thread)")
option(HEARTS_NATIVE "Build for this machine's processor; the program may not run on another" OFF)
option(HEARTS_WERROR "A warning stops the build" ON)

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# A file full of coroutines takes over 1 GB to compile: as many at once as there are cores, but no more than memory holds.
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
cmake_host_system_information(RESULT memory_mb QUERY TOTAL_PHYSICAL_MEMORY)
math(EXPR compile_jobs "${memory_mb} / 2000")
if(compile_jobs GREATER cores)
  set(compile_jobs ${cores})
endif()
if(compile_jobs LESS 1)
  set(compile_jobs 1)
endif()
set_property(GLOBAL PROPERTY JOB_POOLS compile=${compile_jobs} link=${compile_jobs})
set(CMAKE_JOB_POOL_COMPILE compile)
set(CMAKE_JOB_POOL_LINK link)

# Every target of ours links this one.
add_library(hearts_warnings INTERFACE)
target_compile_options(hearts_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(HEARTS_WERROR)
  target_compile_options(hearts_warnings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # False alarm on "text" + std::string (GCC bug 105651).
    target_compile_options(hearts_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
  endif()
  if(HEARTS_SANITIZE)
    # The code that sanitizers put in hides from GCC that a variable is set.
    target_compile_options(hearts_warnings INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()

# For programs that cannot carry a sanitizer: static ones, and bots under a memory limit.
add_library(hearts_unsanitized INTERFACE)

if(HEARTS_SANITIZE)
  add_compile_options(-fsanitize=${HEARTS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${HEARTS_SANITIZE})
  target_compile_options(hearts_unsanitized INTERFACE -fno-sanitize=all)
  target_link_options(hearts_unsanitized INTERFACE -fno-sanitize=all)
  if(HEARTS_SANITIZE MATCHES undefined AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
    # clang 14 fails to link coroutines otherwise.
    add_compile_options(-fno-sanitize=function)
  endif()
  if(HEARTS_SANITIZE MATCHES thread)
    # GCC's thread sanitizer does not understand the fences Asio would use.
    add_compile_definitions(BOOST_ASIO_DISABLE_FENCED_BLOCK)
  endif()
endif()

if(HEARTS_NATIVE)
  add_compile_options(-march=native)
endif()
