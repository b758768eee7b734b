/** Starts settings, database, HTTP, migrations, seeds, gateway, jobs and the demo's fleet; stops in reverse order. */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { seedPlans } from '#billing/plans/seed.ts'
import { loadSites } from '#identity/domains/actions.ts'
import { makeSetUpLink } from '#identity/staff/set-up.ts'
import { type Config, configFromEnvironment } from '#kernel/config/config.ts'
import { isTownShown, townFile } from '#kernel/config/demo-file.ts'
import { migrate } from '#kernel/db/migrations/migrate.ts'
import { type Runner, startRunner } from '#kernel/jobs/runner.ts'
import { loadSettings } from '#portals/operator/settings/settings-actions.ts'
import { type RunningGateway, startGateway } from '#tracking/gateway/gateway.ts'
import { explain } from './cli/commands/explain.ts'
import { isDemoWanted, seedDemo } from './demo/demo.ts'
import { startDemoFleet } from './demo/fleet.ts'
import { buildPagesIfNeeded } from './http/pages/pages.ts'
import { type InternalListener, listenInternally } from './http/scopes/internal.ts'
import { createServer } from './http/server.ts'
import { checkKey, type Installation, openInstallation } from './installation.ts'
import type { Fleet } from './simulation/fleet.ts'
import { writeTownIfNeeded } from './simulation/town/file.ts'
import { jobs } from './timetable.ts'

const root = join(import.meta.dirname, '../../..')
/** Longer than PostgreSQL, which stops last, takes on its own. */
const drainMs = 20_000

// Garbage may double the memory that is in use. By default V8 lets it grow to four times as much.
setFlagsFromString('--heap-growing-percent=100')

const say = (sentence: string) => console.log(sentence)

async function main(): Promise<void> {
  const stopAsked = nextSignal()
  const config = configFromEnvironment(say)
  await buildPagesIfNeeded(root, say)
  const installation = await openInstallation(config, say)
  let app: FastifyInstance | undefined
  let internal: InternalListener | undefined
  let gateway: RunningGateway | undefined
  const readiness = { isReady: false, isLeaving: false, trouble: () => gateway?.trouble() }
  let fleet: Fleet | undefined
  let runner: Runner | undefined
  try {
    app = await createServer(installation.ctx, {
      notifications: installation.notifications,
      readiness,
      intake: () => gateway?.intake,
      pagesFolder: join(root, 'web/dist'),
    })
    await listenOn(app, config)
    internal = await listenInternally(app, config).catch((error) => refuseListening(error, config))
    await prepare(installation)
    gateway = await startGateway(installation.ctx, installation.notifications, installation.admissionDb)
    runner = startRunner(installation.ctx, jobs)
    fleet = await startDemoFleet(installation.ctx)
    readiness.isReady = true
    const { hostname } = new URL(config.publicUrl)
    say(
      `Waymark is ready at ${config.publicUrl}, for trackers at ${hostname}:${config.gatewayPort} (API reference: ${config.publicUrl}/docs)`,
    )
    await inviteFirstOperator(installation)
    await stopAsked
    if (config.drainSeconds > 0) {
      readiness.isLeaving = true
      await handOver(gateway, config.drainSeconds * 1000)
    }
  } finally {
    readiness.isReady = false
    // A second signal, or a request that never ends, must not keep the process alive.
    setTimeout(() => process.exit(1), drainMs).unref()
    fleet?.stop()
    await gateway?.close()
    await runner?.stop()
    // Otherwise the others wait until this node counts as dead.
    if (runner) await installation.ctx.slices.release().catch(() => {})
    await internal?.close()
    await app?.close()
    await installation.close()
  }
}

function nextSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
}

/** Keeps answering for the whole time, because load balancers need a while to notice. A second signal ends it. */
async function handOver(gateway: RunningGateway, overMs: number): Promise<void> {
  const hurry = new AbortController()
  void nextSignal().then(() => hurry.abort())
  await Promise.all([
    gateway.handOver(overMs, hurry.signal),
    wait(overMs, undefined, { signal: hurry.signal }).catch(() => {}),
  ])
}

async function listenOn(app: FastifyInstance, { host, httpPort }: Config): Promise<void> {
  try {
    await app.listen({ host, port: httpPort })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new Error(`Port ${httpPort} on ${host} is taken. Stop what listens there, or set WAYMARK_HTTP_PORT.`)
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new Error(`${host} is not an address of this machine. Set WAYMARK_HOST to one that is.`)
    }
    if (code === 'EACCES')
      throw new Error(`Waymark has no permission to use port ${httpPort}. Set WAYMARK_HTTP_PORT to a higher one.`)
    throw error
  }
}

function refuseListening(error: NodeJS.ErrnoException, { internalHost, internalPort }: Config): never {
  const where = `Port ${internalPort} on ${internalHost} cannot be used (${error.code}).`
  throw new Error(`${where} Change WAYMARK_INTERNAL_PORT or WAYMARK_INTERNAL_HOST.`)
}

async function inviteFirstOperator({ ctx }: Installation): Promise<void> {
  const link = await makeSetUpLink(ctx)
  if (link === undefined) return
  say(
    `This installation has no operator yet. Set it up in a browser with this link, which works once, within a day:\n${link}`,
  )
}

async function prepare({ ctx, databaseUrl }: Installation): Promise<void> {
  await migrate(databaseUrl, { say })
  await checkKey(ctx)
  for (const name of await loadSettings(ctx)) say(`${name} in the operator's settings cannot be used, and is ignored.`)
  await loadSites(ctx)
  await ctx.clock.refresh(ctx.db)
  await seedPlans(ctx)
  if (await isDemoWanted(ctx)) await seedDemo(ctx, say)
  if (isTownShown(ctx.config)) await writeTownIfNeeded(townFile(ctx.config))
}

try {
  await main()
  process.exit(0)
} catch (error) {
  const { exitCode, sentence } = explain(error)
  console.error(`Waymark cannot start. ${sentence}`)
  process.exit(exitCode)
}
