/** HTTP and gateway on an existing database, in its own process, with limits set by a test. */

import { createServer } from '#entry/http/server.ts'
import { openInstallation } from '#entry/installation.ts'
import { parseConfig } from '#kernel/config/config.ts'
import { startGateway } from '#tracking/gateway/gateway.ts'

const config = parseConfig(process.env)
const { ctx, notifications } = await openInstallation(config, () => {})
const gateway = await startGateway(ctx, notifications)
const readiness = { isReady: true, trouble: gateway.trouble }
const app = await createServer(ctx, { notifications, readiness, pagesFolder: '/nonexistent' })
await app.listen({ host: config.host, port: config.httpPort })
console.log('ready')
