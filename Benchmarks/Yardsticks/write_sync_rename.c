/* Yardstick: writes every file of a folder and of those directly below it again, as a careful program does: all its bytes
   into a new file beside it, fsync, rename. One thread, one file after the other; nothing looks at the bytes. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *memory;
static size_t room;

static int rewrite(const char *path, const char *temporary) {
  int from = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (from < 0 || fstat(from, &status)) return 1;
  size_t size = (size_t)status.st_size;
  if (size > room) {
    room = size;
    memory = realloc(memory, room);
    if (!memory) return 1;
  }
  if (read(from, memory, size) != (ssize_t)size) return 1;
  close(from);

  int to = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (to < 0 || write(to, memory, size) != (ssize_t)size || fsync(to) || close(to)) return 1;
  return rename(temporary, path);
}

static int walk(const char *folder, int depth) {
  DIR *stream = opendir(folder);
  if (!stream) return 1;
  struct dirent *entry;
  /* The names first: a folder that changes may show a new file as another one. */
  char **names = NULL;
  size_t count = 0;
  int failed = 0;
  while ((entry = readdir(stream))) {
    if (entry->d_name[0] == '.') continue;
    names = realloc(names, (count + 1) * sizeof *names);
    if (!names || !(names[count++] = strdup(entry->d_name))) return 1;
  }
  closedir(stream);
  for (size_t i = 0; i < count && !failed; i++) {
    char path[4096], temporary[4096];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    snprintf(temporary, sizeof temporary, "%s/.yardstick.tmp", folder);
    if (stat(path, &status)) failed = 1;
    else if (S_ISREG(status.st_mode)) failed = rewrite(path, temporary);
    else if (S_ISDIR(status.st_mode) && depth > 0) failed = walk(path, depth - 1);
  }
  return failed;
}

int main(int count, char **folders) {
  for (int i = 1; i < count; i++)
    if (walk(folders[i], 1)) {
      perror(folders[i]);
      return 1;
    }
  return 0;
}
