// Health check of containers, so that they need no curl: exits with 0 while Waymark answers.
const port = process.env.WAYMARK_HTTP_PORT || 8080
const isAlive = await fetch(`http://127.0.0.1:${port}/healthz`).then(
  ({ ok }) => ok,
  () => false,
)
process.exit(isAlive ? 0 : 1)
