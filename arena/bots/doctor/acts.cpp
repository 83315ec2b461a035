#include "arena/bots/doctor/acts.h"

#include <array>

namespace arena {
namespace {

using enum Isolation;

constexpr bool kCountedAtFull = true;

constexpr auto kActs = std::to_array<Act>({
    // what it was given
    {"inherited_descriptors", "has descriptors of the arena", confined},
    {"arena_environment", "has the arena's environment", confined},
    {"capabilities", "has rights of root", confined},
    {"new_privileges", "gains rights by setuid programs", confined},
    {"machine_name", "learns the machine's name", user},

    // files
    {"read_secret", "reads the run's folder, where the key is", confined},
    {"write_records", "writes to the records", confined},
    {"truncate_records", "cuts the records", confined},
    {"change_mode", "changes who may read the records", confined},
    {"change_times", "changes the times of the records", confined},
    {"change_attributes", "sets attributes of the records", confined},
    {"touch_devices", "changes the times of devices", confined},
    {"list_other_bot", "lists another bot's folder", confined},
    {"read_other_bot", "reads another bot's files", confined},
    {"see_outside", "sees which files the machine has", user},
    {"read_passwd", "reads /etc/passwd", confined},
    {"write_own_folder", "changes its own folder", confined},
    {"write_usr", "writes in /usr", confined},
    {"write_etc", "writes in /etc", confined},
    {"write_var_tmp", "writes in /var/tmp", confined},
    {"write_dev_shm", "writes in /dev/shm", confined},
    {"write_host_tmp", "writes in the machine's temporary folder", confined},
    {"fill_tmp", "fills /tmp beyond its size", confined},
    {"large_file", "writes a file larger than /tmp", confined},

    // the arena and the launcher
    {"read_arena_memory", "reads the arena's memory in /proc", confined},
    {"read_arena_environment", "reads the arena's environment in /proc", confined},
    {"read_arena_command", "reads the arena's command line in /proc", confined},
    {"list_arena_descriptors", "lists the arena's descriptors in /proc", confined},
    {"see_processes", "sees other processes in /proc", confined},
    {"trace_arena", "traces the arena", confined},
    {"trace_launcher", "traces its launcher", confined},
    {"call_read_arena", "reads the arena's memory by process_vm_readv", confined},
    {"steal_descriptor", "takes a descriptor of the arena", confined},
    {"arena_clock", "reads how much processor time the arena has used", confined},
    {"signal_arena", "sends signals to the arena", confined},
    {"signal_launcher", "sends signals to its launcher", confined},
    {"signal_by_file", "has a file send signals to the arena", confined},
    {"limit_arena", "sets limits of the arena", confined},
    {"limit_launcher", "sets limits of its launcher", confined},
    {"priority_arena", "sets the arena's priority", confined},
    {"priority_launcher", "sets its launcher's priority", confined},
    {"scheduler_arena", "sets the arena's scheduling", confined},
    {"scheduler_launcher", "sets its launcher's scheduling", confined},
    {"affinity_arena", "moves the arena to other processors", confined},
    {"affinity_launcher", "moves its launcher to other processors", confined},
    {"io_priority_arena", "sets the arena's priority of input and output", confined},
    {"io_priority_launcher", "sets its launcher's priority of input and output", confined},
    {"own_affinity", "leaves the processor it was put on", confined},
    {"timer_signals", "has a timer thaw it when it is frozen", confined},

    // network and sockets
    {"connect_tcp", "connects to a port of this machine", confined},
    {"udp_socket", "opens a UDP socket", confined},
    {"netlink_socket", "opens a netlink socket", confined},
    {"vsock_socket", "opens a socket to the host of this virtual machine", confined},
    {"packet_socket", "opens a packet socket", confined},
    {"raw_socket", "opens a raw socket", confined},
    {"abstract_socket", "connects to an abstract Unix socket", confined},
    {"path_socket", "connects to a Unix socket in a folder", confined},

    // processes and namespaces
    {"second_process", "starts a second process", confined},
    {"clone3_process", "starts a second process by clone3", confined},
    {"too_many_threads", "starts more threads than it may", user},
    {"mount", "mounts a file system", confined},
    {"setns", "joins a namespace", confined},
    {"chroot", "changes its root", confined},
    {"pivot_root", "exchanges its root", confined},

    // limits
    {"private_memory", "takes more memory than it may", confined, kCountedAtFull},
    {"shared_memory", "takes more shared memory than it may", confined, kCountedAtFull},
    {"device_memory", "takes shared memory of /dev/zero", confined, kCountedAtFull},
    {"stack_memory", "takes more memory than it may as a stack", confined, kCountedAtFull},
    {"memory_files", "makes files in memory", confined, kCountedAtFull},
    {"too_many_descriptors", "opens more descriptors than it may", confined},
    {"core_file", "leaves core dumps", confined},

    // ways to meet other bots
    {"sysv_memory", "makes System V shared memory", confined},
    {"sysv_messages", "makes a System V message queue", confined},
    {"sysv_semaphores", "makes System V semaphores", confined},
    {"message_queue", "makes a POSIX message queue", confined},
    {"large_pipes", "takes of the pipes that all bots share", confined},
    {"pass_descriptors", "passes descriptors on, which all bots share", confined},
    {"evict_files", "drops the machine's files from memory", confined},
    {"see_memory_of_files", "sees which of the machine's files are in memory", confined},
    {"machine_figures", "reads in /proc and /sys what the machine does", confined},
    {"list_machine_figures", "lists /proc and /sys", confined},
    {"page_map", "sees which of its pages others use", confined},
    {"pages_in_memory", "sees by mincore which files are in memory", confined},
    {"wake_by_file", "wakes other processes by a file that both map", confined},
    {"file_systems", "sees how full the machine's file systems are", confined},
    {"machine_memory", "sees how much memory the machine has and uses", confined},
    {"socket_numbers", "sees how many sockets the machine has opened", confined},
    {"add_key", "leaves a key with the kernel", confined},
    {"keyrings", "uses keyrings of the kernel", confined},

    // the terminal
    {"open_terminal", "opens the terminal", confined},
    {"type_into_terminal", "types into the terminal", confined},

    // the kernel
    {"machine_settings", "writes the machine's settings", confined},
    {"oom_score", "says who is killed when memory runs out", confined},
    {"kernel_log", "reads the kernel's log", confined},
    {"io_uring", "uses io_uring", confined},
    {"perf_events", "measures by perf_event_open", confined},
    {"bpf", "loads BPF", confined},
    {"userfaultfd", "handles page faults", confined},
    {"load_module", "loads a module into the kernel", confined},
    {"kexec", "loads another kernel", confined},
    {"reboot", "restarts the machine", confined},

    // these may change or end the process that tries them
    {"namespaces_by_clone", "makes namespaces by clone", confined},
    {"namespaces_by_clone3", "makes namespaces by clone3", confined},
    {"namespaces_by_unshare", "makes namespaces by unshare", confined},
    {"i386_calls", "makes system calls of 32 bits", confined},
    {"x32_calls", "makes system calls of the x32 kind", confined},
});

}  // namespace

std::span<const Act> acts() { return kActs; }

bool must_be_denied(const Act& act, Isolation isolation) {
  return isolation >= act.denied_from && !(isolation == full && act.counted_at_full);
}

}  // namespace arena
