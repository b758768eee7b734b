/** The shells themselves run the scripts; zsh and fish only if they are installed. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import type { Tool } from './command.ts'
import { commands } from './commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'waymark-completion-'))
after(() => rmSync(folder, { recursive: true }))

const completion = commands.find(({ name }) => name === 'completion')!
const scriptFor = async (shell: string) => ((await completion.run({} as Tool, { shell })) as { script: string }).script
const isThere = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0

const expected: readonly [line: string, has: readonly string[], hasNot: readonly string[]][] = [
  ['', ['dealer', 'backup', 'backups', 'doctor', 'help'], ['create', '--replace']],
  ['dealer ', ['create', 'list', 'verify'], ['dealer', '--name']],
  ['dealer cr', ['create'], ['list']],
  ['dealer create --', ['--name', '--dialect', '--json'], ['create']],
  ['dealer create --name North --dialect ', ['provider', 'partner'], ['--name']],
  ['restore x.backup --', ['--replace'], ['--name']],
  ['backups ', ['list', 'run', 'test', 'fetch'], []],
  ['help ', ['dealer', 'backup'], ['create']],
  ['completion ', ['bash', 'zsh', 'fish'], []],
]

suite('bash completes', { skip: !isThere('bash') && 'bash is not installed' }, () => {
  for (const [line, has, hasNot] of expected) {
    test(`“${line}”`, async () => {
      const file = join(folder, 'waymark.bash')
      writeFileSync(file, await scriptFor('bash'))
      const words = ['waymark', ...line.split(' ')]
      const probe = `source ${file}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _waymark; printf '%s\\n' "\${COMPREPLY[@]}"`
      const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', probe], { encoding: 'utf8' })
      assert.equal(stderr, '')
      check(stdout.split('\n'), has, hasNot)
    })
  }
})

suite('fish completes', { skip: !isThere('fish') && 'fish is not installed' }, () => {
  for (const [line, has, hasNot] of expected) {
    test(`“${line}”`, async () => {
      const file = join(folder, 'waymark.fish')
      writeFileSync(file, await scriptFor('fish'))
      const probe = `source ${file}; complete -C 'waymark ${line}'`
      const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', probe], { encoding: 'utf8' })
      assert.equal(stderr, '')
      check(
        stdout.split('\n').map((one) => one.split('\t')[0] as string),
        has,
        hasNot,
      )
    })
  }
})

suite('zsh completes', { skip: !isThere('zsh') && 'zsh is not installed' }, () => {
  for (const [line, has, hasNot] of expected) {
    test(`“${line}”`, async () => {
      const file = join(folder, 'waymark.zsh')
      writeFileSync(file, await scriptFor('zsh'))
      const words = ['waymark', ...line.split(' ')]
      // zsh's completion system needs a terminal, so its functions print what they would be given.
      const given = `compdef() { }; _files() { }; compadd() { local name=\${@[-1]}; print -l -- \${(P)name} }`
      const probe = `${given}; source ${file}; words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}; _waymark`
      const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', probe], { encoding: 'utf8' })
      assert.equal(stderr, '')
      const typed = words.at(-1) ?? ''
      check(
        stdout.split('\n').filter((one) => one.startsWith(typed)),
        has,
        hasNot,
      )
    })
  }
})

function check(found: readonly string[], has: readonly string[], hasNot: readonly string[]): void {
  for (const word of has) assert.ok(found.includes(word), `${word} is missing in: ${found.join(' ')}`)
  for (const word of hasNot) assert.ok(!found.includes(word), `${word} is in: ${found.join(' ')}`)
}
