/** Where it is noted that this installation has the demo: beside the keys, readable by the operator alone. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

export const demoFile = ({ dataFolder }: Pick<Config, 'dataFolder'>): string => join(dataFolder, 'demo.json')

/** Switched on, or made at the first start and not switched off since. */
export const isDemoOn = (config: Pick<Config, 'dataFolder' | 'demo'>): boolean =>
  config.demo ?? existsSync(demoFile(config))
