#pragma once

namespace arena {

/// Makes the kernel forget which pages of files, which names and which inodes it keeps in memory, as far as no process
/// uses them: proc_sys_vm(5), drop_caches. Whoever looks afterwards cannot see what an earlier process has read or
/// looked up. It concerns the whole machine, whose programs are slower until they have read their files again. Throws
/// std::system_error that names the file, for example because this process is not root.
void drop_kernel_caches();

}  // namespace arena
