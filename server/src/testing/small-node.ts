/** HTTP and gateway on a database that is there already, in a process of its own whose limits a test has set. */
import { parseConfig } from '../config.ts'
import { startGateway } from '../gateway/gateway.ts'
import { createServer } from '../http/server.ts'
import { openInstallation } from '../installation.ts'

const config = parseConfig(process.env)
const { ctx, notifications } = await openInstallation(config, () => {})
const gateway = await startGateway(ctx, notifications)
const readiness = { isReady: true, trouble: gateway.trouble }
const app = await createServer(ctx, { notifications, readiness, pagesFolder: '/nonexistent' })
await app.listen({ host: config.host, port: config.httpPort })
console.log('ready')
