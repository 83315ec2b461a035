// A native module of Node: weight("QS") is the place of the rank. The declarations are those of node_api.h, so that
// building it needs no header of Node.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct napi_env__* napi_env;
typedef struct napi_value__* napi_value;
typedef struct napi_callback_info__* napi_callback_info;
int napi_create_double(napi_env, double, napi_value*);
int napi_create_function(napi_env, const char*, size_t, napi_value (*)(napi_env, napi_callback_info), void*,
                         napi_value*);
int napi_get_cb_info(napi_env, napi_callback_info, size_t*, napi_value*, napi_value*, void**);
int napi_get_value_string_utf8(napi_env, napi_value, char*, size_t, size_t*);
int napi_set_named_property(napi_env, napi_value, const char*, napi_value);

static napi_value weight(napi_env env, napi_callback_info call) {
  size_t count = 1;
  napi_value card = NULL;
  char text[4] = "";
  napi_get_cb_info(env, call, &count, &card, NULL, NULL);
  napi_get_value_string_utf8(env, card, text, sizeof text, NULL);
  const char* const ranks = "X23456789TJQKA";
  const char* const place = text[0] == 0 ? NULL : strchr(ranks, text[0]);
  napi_value number = NULL;
  napi_create_double(env, place == NULL ? -1.0 : (double)(place - ranks), &number);
  return number;
}

napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  napi_value function = NULL;
  napi_create_function(env, "weight", 6, weight, NULL, &function);
  napi_set_named_property(env, exports, "weight", function);
  return exports;
}
