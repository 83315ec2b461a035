#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "arena/bots/doctor/doctor.h"
#include "arena/bots/doctor/doctor_json.h"

namespace arena {
namespace {

namespace json = boost::json;

json::object machine_json(const MachineOffers& offers) {
  return {{"kernel", offers.kernel},
          {"user", offers.user},
          {"landlock", offers.landlock},
          {"filters", offers.filters},
          {"max_user_namespaces", offers.namespaces_max},
          {"namespaces_for_root", offers.namespaces_for_root},
          {"namespaces_by_profile", offers.namespaces_by_profile},
          {"container", offers.container},
          {"systemd", offers.systemd},
          {"cgroups", offers.cgroups},
          {"no_cgroups", offers.no_cgroups},
          {"weights", offers.weights}};
}

json::object level_json(const LevelProbe& probe) {
  json::object level = {{"isolation", isolation_name(probe.isolation)}, {"failure", probe.failure}};
  json::array& list = level["acts"].emplace_array();
  for (const TriedAct& tried : probe.acts) {
    list.push_back(json::object{{"name", tried.act->name},
                                {"meaning", tried.act->meaning},
                                {"denied_from", isolation_name(tried.act->denied_from)},
                                {"must_be_denied", must_be_denied(*tried.act, probe.isolation)},
                                {"allowed", tried.allowed},
                                {"why", tried.why}});
  }
  return level;
}

}  // namespace

json::object doctor_json(const Diagnosis& diagnosis) {
  json::object object = {{"doctor", 2},
                         {"isolation", isolation_name(diagnosis.probe.best.isolation)},
                         {"required", isolation_name(diagnosis.required)},
                         {"good", diagnosis.is_good()},
                         {"machine", machine_json(diagnosis.offers)}};
  json::array& levels = object["levels"].emplace_array();
  for (const LevelProbe& missed : diagnosis.probe.missed) levels.push_back(level_json(missed));
  levels.push_back(level_json(diagnosis.probe.best));
  json::array& advice = object["advice"].emplace_array();
  for (const Advice& one : advice_of(diagnosis)) {
    advice.push_back(json::object{{"what", one.what}, {"command", one.command}});
  }
  object["starts"] = {{"measured", diagnosis.starts},
                      {"us", diagnosis.start.count()},
                      {"us_without_isolation", diagnosis.bare_start.count()}};
  if (diagnosis.runtimes.empty()) return object;
  json::array& runtimes = object["runtimes"].emplace_array();
  for (const Runtime& one : diagnosis.runtimes) {
    runtimes.push_back(json::object{{"program", one.program},
                                    {"language", one.language},
                                    {"version", one.version},
                                    {"failure", one.failure},
                                    {"outside", one.outside}});
  }
  return object;
}

}  // namespace arena
