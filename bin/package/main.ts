/**
 * `npm run package -- archive`, `… deb`: what people install. `… check <archive>` starts one and uses it. Nothing here runs
 * in `npm test`: an archive takes a minute and the network.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { archive } from './archive.ts'
import { check } from './check.ts'
import { deb } from './deb.ts'
import { type Cpu, cpus, root, stage } from './stage.ts'

const usage = `Usage: npm run package -- <what> [options]

  archive        a .tar.gz with everything, its SBOM and its checksum
  folder         the same unpacked, in a folder named waymark, for an image
  deb            a Debian package with a systemd unit, a user and /etc/waymark.env
  check FILE     unpack an archive, start it, open pages and send a tracker's message

  --cpu CPU      x64 or arm64 (default: this machine's)
  --to FOLDER    the output folder (default: dist)
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cpu: { type: 'string', default: process.arch },
    to: { type: 'string', default: join(root, 'dist') },
    help: { type: 'boolean', default: false },
  },
})
const cpu = cpus.find((one) => one === values.cpu)
const [what, file] = positionals
const folder = async (cpu: Cpu, to: string) => stage(join(to, 'waymark'), cpu)
const making = { archive, folder, deb } as Record<string, (cpu: Cpu, to: string) => Promise<string>>

if (values.help || what === undefined || !cpu || !(what in making || (what === 'check' && file))) {
  process.stderr.write(usage)
  process.exit(values.help ? 0 : 64)
}
if (what === 'check') await check(file!)
else console.log(await making[what]!(cpu, values.to))
