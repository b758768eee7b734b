/** A Debian package: the archive's content in /usr/lib/waymark, a unit, a user, and settings in /etc/waymark.env. */
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folderIn, sum, textOf } from './archive.ts'
import { type Cpu, root, run, stage, version } from './stage.ts'

const debianCpu = { x64: 'amd64', arm64: 'arm64' } as const

export async function deb(cpu: Cpu, to: string): Promise<string> {
  const name = `waymark_${version}_${debianCpu[cpu]}`
  const folder = folderIn(to, `${name}.tmp`)
  const put = (path: string, content: string, mode = 0o644) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), content, { mode })
    chmodSync(join(folder, path), mode)
  }
  stage(join(folder, 'usr/lib/waymark'), cpu)
  mkdirSync(join(folder, 'usr/bin'), { recursive: true })
  symlinkSync('../lib/waymark/waymark', join(folder, 'usr/bin/waymark'))
  put('lib/systemd/system/waymark.service', textOf('deploy/deb/waymark.service'))
  put('etc/waymark.env', textOf('deploy/deb/waymark.env'), 0o640)
  put('usr/share/doc/waymark/copyright', copyright())
  const kilobytes = Number(run('du', ['-sk', folder]).split('\t')[0])
  put('DEBIAN/control', control(debianCpu[cpu], kilobytes))
  put('DEBIAN/conffiles', '/etc/waymark.env\n')
  for (const script of ['postinst', 'prerm', 'postrm']) {
    cpSync(join(root, 'deploy/deb', script), join(folder, 'DEBIAN', script))
    chmodSync(join(folder, 'DEBIAN', script), 0o755)
  }
  const file = join(to, `${name}.deb`)
  run('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', folder, file])
  rmSync(folder, { recursive: true })
  sum(file)
  return file
}

const control = (architecture: string, kilobytes: number): string => `Package: waymark
Version: ${version}
Architecture: ${architecture}
Maintainer: The Waymark authors <waymark@localhost>
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libstdc++6, adduser
Recommends: ca-certificates
Section: net
Priority: optional
Description: device tracking platform
 Waymark receives data from trackers in many protocols, shows it on a live map,
 and handles plans, bills and payments. Node and PostgreSQL are included.
`

const copyright = (): string => `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: waymark

Files: *
Copyright: The Waymark authors
License: Apache-2.0
 See /usr/share/common-licenses/Apache-2.0. Packages in /usr/lib/waymark/node_modules have licences of their own, which are
 in their folders and in /usr/lib/waymark/sbom.cdx.json.
`
