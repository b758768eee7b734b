/** A .tar.gz whose bytes depend on the sources alone, its SBOM and its checksum. */
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Cpu, root, run, stage, version } from './stage.ts'

export async function archive(cpu: Cpu, to: string): Promise<string> {
  const name = `waymark-${version}-linux-${cpu}`
  const folder = join(to, name)
  stage(folder, cpu)
  const file = `${folder}.tar.gz`
  const [when] = run('git', ['log', '-1', '--format=%ct']).split('\n')
  const same = ['--sort=name', `--mtime=@${when}`, '--owner=0', '--group=0', '--numeric-owner']
  run('tar', [...same, '--use-compress-program=gzip -n -9', '-cf', file, '-C', to, name])
  cpSync(join(folder, 'sbom.cdx.json'), `${folder}.cdx.json`)
  rmSync(folder, { recursive: true })
  sum(file, `${folder}.cdx.json`)
  return file
}

/** As `sha256sum --check` reads it. */
export function sum(...files: readonly string[]): void {
  for (const file of files) {
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
    writeFileSync(`${file}.sha256`, `${digest}  ${basename(file)}\n`)
  }
}

export const folderIn = (to: string, name: string): string => {
  const folder = join(to, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
