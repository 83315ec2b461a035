# The C library musl, for a program that is started once a bot: glibc asks the processor what it can at each start, and a
# virtual machine lets the kernel of its host answer.
#
# hearts_musl: what links it is static and at a fixed address, since even relocation would cost a tenth of a start. It may
# use C's library, the kernel's headers and, of C++, what needs no library.
string(REPLACE -gnu -musl musl_triplet "${CMAKE_LIBRARY_ARCHITECTURE}")
find_path(HEARTS_MUSL_HEADERS features.h PATHS /usr/include/${musl_triplet} NO_DEFAULT_PATH)
find_path(HEARTS_MUSL_LIBRARIES libc.a PATHS /usr/lib/${musl_triplet} NO_DEFAULT_PATH)
find_path(HEARTS_KERNEL_HEADERS linux/seccomp.h REQUIRED)
find_path(HEARTS_PROCESSOR_HEADERS asm/types.h PATHS /usr/include/${CMAKE_LIBRARY_ARCHITECTURE} REQUIRED)
if(NOT HEARTS_MUSL_HEADERS OR NOT HEARTS_MUSL_LIBRARIES)
  message(FATAL_ERROR "musl is missing: install musl-tools, or run scripts/setup")
endif()

# The kernel's headers lie among those of glibc.
set(kernel_headers ${CMAKE_CURRENT_BINARY_DIR}/kernel_headers)
file(MAKE_DIRECTORY ${kernel_headers})
file(CREATE_LINK ${HEARTS_KERNEL_HEADERS}/linux ${kernel_headers}/linux SYMBOLIC)
file(CREATE_LINK ${HEARTS_KERNEL_HEADERS}/asm-generic ${kernel_headers}/asm-generic SYMBOLIC)
file(CREATE_LINK ${HEARTS_PROCESSOR_HEADERS}/asm ${kernel_headers}/asm SYMBOLIC)

# Headers of C++, of C, of the compiler, of the kernel: each looks for those it builds on further down.
set(cxx_headers ${CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES})
list(FILTER cxx_headers INCLUDE REGEX "/c\\+\\+/")
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=include OUTPUT_VARIABLE compiler_headers
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

add_library(hearts_musl INTERFACE)
target_compile_options(hearts_musl INTERFACE -nostdinc -nostdinc++ -fno-pie -fno-exceptions -fno-rtti)
foreach(folder ${cxx_headers} ${HEARTS_MUSL_HEADERS} ${compiler_headers} ${kernel_headers})
  target_compile_options(hearts_musl INTERFACE "SHELL:-isystem ${folder}")
endforeach()
# libstdc++ asks for the version of glibc.
target_compile_options(hearts_musl INTERFACE "-D__GLIBC_PREREQ(major,minor)=0")
target_link_options(hearts_musl INTERFACE -static -nostdlib)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_link_options(hearts_musl INTERFACE -no-pie)  # clang's static programs are so by themselves
endif()
target_link_libraries(hearts_musl INTERFACE ${HEARTS_MUSL_LIBRARIES}/crt1.o ${HEARTS_MUSL_LIBRARIES}/crti.o
  ${HEARTS_MUSL_LIBRARIES}/libc.a gcc ${HEARTS_MUSL_LIBRARIES}/crtn.o)
