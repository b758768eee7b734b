/** HTTP and gateway on a database that is there already, in a process of its own whose limits a test has set. */

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
