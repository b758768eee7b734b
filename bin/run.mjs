/**
 * Starts a part of Waymark with the right Node: `node bin/run.mjs server/src/entry/main.ts`, `node bin/run.mjs --test …`.
 * Plain JavaScript without dependencies, because it runs before anything is installed and on any Node from 18 on.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const nodeMajor = 24
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.waymark-lock')
// npm's own record of what it installed. npm writes it last, so an interrupted install does not leave one.
const npmRecord = join(modules, '.package-lock.json')
// Next to node_modules and not inside, because `npm ci` empties that folder.
const installLock = join(root, '.install.tmp')
const forwarded = ['SIGTERM', 'SIGINT', 'SIGHUP']
let received

const say = (sentence) => process.stderr.write(`${sentence}\n`)

function fail(sentence, code = 1) {
  say(sentence)
  process.exit(code)
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Runs Node with these arguments once everything it needs is installed, and ends with its exit code. */
export async function run(args) {
  if (args.length === 0) fail('Usage: node bin/run.mjs <file.ts or node arguments>', 64)
  refuseUnknownPlatform()
  await ensureInstalled()
  const node = pickNode()
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH].filter(Boolean).join(delimiter) }
  // Functions read back from the cache are reported less precisely, so a run that measures coverage goes without.
  const coverage = env.NODE_V8_COVERAGE || args.some((arg) => arg.startsWith('--experimental-test-coverage'))
  if (!coverage) env.NODE_COMPILE_CACHE ??= join(modules, '.cache', 'compile')
  process.exit(await runChild(node, args, { env, stdio: 'inherit' }))
}

/** Said before a long download that could not help. */
function refuseUnknownPlatform() {
  if (isOwnNodeNew()) return
  const lock = readText(join(root, 'package-lock.json'))
  if (lock && !lock.includes(`"node_modules/${platformPackage()}"`)) fail(needsNode())
}

const isOwnNodeNew = () => Number(process.versions.node.split('.')[0]) >= nodeMajor

const platformPackage = () => `node-${process.platform}-${process.arch}`

const needsNode = () =>
  `Waymark needs Node ${nodeMajor} or newer, but this is Node ${process.versions.node} and there is no ready copy of ` +
  `Node ${nodeMajor} for ${process.platform} ${process.arch}. Install it from https://nodejs.org and start again.`

/** A user's own Node is preferred when it is new enough; else the one that came with the dependencies. */
function pickNode() {
  // Our own file may be a copy inside node_modules that an install has just replaced.
  if (isOwnNodeNew() && existsSync(process.execPath)) return process.execPath
  // The package is looked up by name: npm 10 does not link node_modules/.bin/node when two packages offer it.
  const node = join(modules, platformPackage(), 'bin', 'node')
  return existsSync(node) ? node : fail(needsNode())
}

/** Leaves node_modules as package-lock.json says. Does nothing, in a few milliseconds, when it already is. */
export async function ensureInstalled() {
  const lock = readText(join(root, 'package-lock.json'))
  if (!lock)
    fail(`The file package-lock.json is missing in ${root}; without it Waymark cannot install its dependencies.`)
  // With the Node that things are installed for: an older one makes npm leave out packages that ours needs.
  const fingerprint = createHash('sha256').update(`${lock}for Node ${nodeMajor}`).digest('hex')
  const isInstalled = () => readText(stamp) === fingerprint || adoptInstall(lock, fingerprint)
  if (isInstalled()) return
  await takeInstallLock()
  try {
    // Another copy may have finished the work while we waited for the lock.
    if (isInstalled()) return
    await install(lock)
    writeFileSync(stamp, fingerprint)
  } finally {
    giveInstallLock()
  }
}

function giveInstallLock() {
  process.off('exit', giveInstallLock)
  rmSync(installLock, { force: true })
}

/** An operator may have run `npm ci` or `npm install` by hand: doing it again would only cost time. */
function adoptInstall(lock, fingerprint) {
  if (!isComplete(lock)) return false
  try {
    writeFileSync(stamp, fingerprint)
  } catch {
    // The folder may belong to somebody else; then the comparison is simply made again next time.
  }
  return true
}

function isComplete(lock) {
  const record = readText(npmRecord)
  if (!record) return false
  const wanted = JSON.parse(lock).packages
  const found = JSON.parse(record).packages
  const machine = { os: process.platform, cpu: process.arch, libc: libcOf() }
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/') || !isFor(machine, entry)) continue
    if (found[path]?.version !== entry.version || found[path]?.integrity !== entry.integrity) return false
  }
  return true
}

const isFor = (machine, { optional, ...entry }) =>
  !optional || Object.entries(machine).every(([key, value]) => !entry[key] || entry[key].includes(value))

const libcOf = () => (process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl')

/** `npm start` and `npm test` of a fresh clone may run at once, and two installs in one folder spoil each other. */
async function takeInstallLock() {
  for (let told = false; ; await wait(200)) {
    try {
      writeFileSync(installLock, String(process.pid), { flag: 'wx' })
      process.on('exit', giveInstallLock)
      return
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`Waymark cannot install its dependencies: ${root} is not writable.`)
    }
    if (isInstallLockStale()) rmSync(installLock, { force: true })
    else if (!told) {
      say('Another copy is installing the dependencies; waiting for it …')
      told = true
    }
  }
}

function isInstallLockStale() {
  const pids = readText(installLock).split(' ').map(Number)
  let ageMs = 0
  try {
    ageMs = Date.now() - statSync(installLock).mtimeMs
  } catch {
    return false
  }
  // The pid is written a moment after the file appears, and may belong to another process after a reboot.
  if (!pids[0]) return ageMs > 5_000
  return ageMs > 15 * 60_000 || !pids.some(isOtherAlive)
}

function isOtherAlive(pid) {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

async function install(lock) {
  say('Installing dependencies (once, about half a minute) …')
  // What tells a complete install goes first, so that an interrupted one is never taken for complete.
  rmSync(stamp, { force: true })
  rmSync(npmRecord, { force: true })
  let result = await npm('ci')
  // npm ci refuses a lock without the packages of every other platform, which is what a registry with gaps leads to.
  // npm install takes the same versions with the same checksums from the lock, on a folder emptied as npm ci would.
  if (result.code === 1 && !received && result.log.includes('EUSAGE')) {
    rmSync(modules, { recursive: true, force: true })
    result = await npm('install', '--no-save')
  }
  // An older Node makes npm leave out, without a word, optional packages that want a newer one, such as the bundler's
  // native part. The Node that has just been installed adds them.
  if (result.code === 0 && !isOwnNodeNew() && !isComplete(lock)) result = await npm('install', '--no-save')
  if (result.code === 0) return
  // Somebody who stops us needs no advice, and npm makes an error of it.
  if (received) process.exit(128 + constants.signals[received])
  process.stderr.write(result.log)
  fail('The dependencies could not be installed; npm said why above. Start again once that is solved.', result.code)
}

async function npm(...command) {
  const args = [
    ...command,
    // The pages are built at the first start, so development packages are needed even with NODE_ENV=production.
    '--include=dev',
    '--include=optional',
    // No package needs an install script, and what does not run can do no harm.
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]
  const log = []
  const options = {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (chunk) => log.push(chunk),
    // Should we be killed, npm goes on alone, and the lock must hold until it is done.
    onSpawn: (pid) => writeFileSync(installLock, `${process.pid} ${pid}`),
  }
  const program = findNpm()
  const newer = join(modules, platformPackage(), 'bin', 'node')
  const node = command[0] === 'install' && !isOwnNodeNew() && existsSync(newer) ? newer : process.execPath
  const code = program ? await runChild(node, [program, ...args], options) : await runChild('npm', args, options)
  return { code, log: Buffer.concat(log).toString() }
}

/** Started by npm, we use that very npm: another one first on PATH may be older or missing. */
function findNpm() {
  const own = process.env.npm_execpath ?? ''
  if (own.endsWith('npm-cli.js')) return own
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const found = join(folder, 'npm')
    if (folder && existsSync(found)) return [realpathSync(found)].find((path) => path.endsWith('npm-cli.js'))
  }
  return undefined
}

/**
 * Runs a child to its end and resolves to the exit code a shell would report. Signals are passed on, and we outlive
 * the child, so that a waiting parent knows that the server has stopped.
 */
function runChild(command, args, { onOutput, onSpawn, ...options }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, options)
    if (child.pid) onSpawn?.(child.pid)
    child.stdout?.on('data', onOutput)
    child.stderr?.on('data', onOutput)
    const stopForwarding = forwardSignals(child)
    child.on('error', (error) => {
      stopForwarding()
      if (error.code === 'ENOENT' && command === 'npm') fail('Waymark needs npm to install its dependencies.')
      fail(`Could not start ${command}: ${error.message}. ${needsNode()}`)
    })
    child.on('close', (code, signal) => {
      stopForwarding()
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

function forwardSignals(child) {
  const lastMs = {}
  const pass = (signal) => {
    received = signal
    // npm passes a terminal's Ctrl-C on to us although it has reached us already: such an echo is one wish, not two.
    const now = performance.now()
    const isEcho = now - (lastMs[signal] ?? Number.NEGATIVE_INFINITY) < 1_000
    lastMs[signal] = now
    if (isEcho) return
    // Ctrl-C reaches the whole foreground group, so the child has it. Only a signal that was sent to us alone
    // leaves the child unmoved, which shows after a moment; a second one does not hurt a child that is stopping.
    if (signal !== 'SIGTERM' && isForeground()) setTimeout(() => child.kill(signal), 500).unref()
    else child.kill(signal)
  }
  const handlers = forwarded.map((signal) => [signal, () => pass(signal)])
  for (const [signal, handler] of handlers) process.on(signal, handler)

  // A script without `exec` leaves a shell between npm and us, which takes npm's signal and dies of it silently.
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    pass('SIGTERM')
  }, 200)
  watch.unref()
  if (!process.env.npm_lifecycle_event) clearInterval(watch)

  return () => {
    clearInterval(watch)
    for (const [signal, handler] of handlers) process.off(signal, handler)
  }
}

/** Whether a terminal sends its Ctrl-C to our process group. */
function isForeground() {
  // After the command's closing bracket: state, parent, process group, session, terminal, its foreground group.
  const fields = readText('/proc/self/stat').split(') ').at(-1)?.split(' ') ?? []
  if (fields.length > 5) return fields[2] === fields[5]
  return Boolean(process.stdin.isTTY)
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await run(process.argv.slice(2))
}
