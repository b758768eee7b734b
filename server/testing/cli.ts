/** Runs a command of `npx waymark` in this process: its output, and its exit code. */
import type { Command } from '#entry/cli/command.ts'
import { run } from '#entry/cli/run.ts'
import { parseConfig } from '#kernel/config/config.ts'

export async function runCommand(line: string, commands: readonly Command[], environment: Record<string, string>) {
  let [out, err] = ['', '']
  const code = await run(line.split(' '), commands, {
    signal: new AbortController().signal,
    config: () => parseConfig(environment),
    input: async () => '',
    report: () => {},
    write(text) {
      out += text
    },
    complain(text) {
      err += text
    },
  })
  return { code, out, err }
}
