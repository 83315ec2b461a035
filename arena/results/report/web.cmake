# Makes ${report_page}, the page of `arena report` in one file with its script and style, and with {{report}} in place
# of the data. Also makes ${report_page_code}, a C++ file with the bytes of the page.
#
# esbuild bundles the TypeScript and drops its types; tests/browser checks them.
find_program(HEARTS_ESBUILD esbuild)
find_program(HEARTS_NODE NAMES node nodejs)
if(NOT HEARTS_ESBUILD OR NOT HEARTS_NODE)
  message(FATAL_ERROR "esbuild and node are needed for the page of arena report. Run scripts/setup.")
endif()

set(web ${CMAKE_CURRENT_LIST_DIR}/web)
set(report_page ${CMAKE_CURRENT_BINARY_DIR}/report_page.html)
set(report_page_code ${CMAKE_CURRENT_BINARY_DIR}/report_page.cpp)
file(GLOB web_scripts CONFIGURE_DEPENDS ${web}/*.ts)
set(bundle ${CMAKE_CURRENT_BINARY_DIR}/report_page.js)
set(style ${CMAKE_CURRENT_BINARY_DIR}/report_page.css)
set(esbuild ${HEARTS_ESBUILD} --minify --target=chrome111,firefox113,safari16.4 --charset=utf8 --log-level=warning)
add_custom_command(OUTPUT ${report_page} ${report_page_code} BYPRODUCTS ${bundle} ${style}
  COMMAND ${esbuild} ${web}/main.ts --bundle --format=iife --outfile=${bundle}
  COMMAND ${esbuild} ${web}/style.css --outfile=${style}
  COMMAND ${HEARTS_NODE} ${web}/make_page.mjs ${web}/page.html ${bundle} ${style} ${report_page} ${report_page_code}
  DEPENDS ${web_scripts} ${web}/style.css ${web}/page.html ${web}/make_page.mjs VERBATIM)
add_custom_target(hearts_report_page ALL DEPENDS ${report_page})
set_property(TARGET hearts_report_page PROPERTY page ${report_page})
