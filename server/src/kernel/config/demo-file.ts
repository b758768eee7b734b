/** Files of the demo next to the keys: a marker that it exists, readable by the operator alone, and a map. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

export const demoFile = ({ dataFolder }: Pick<Config, 'dataFolder'>): string => join(dataFolder, 'demo.json')

/** Enabled, or created at the first start and not disabled since. */
export const isDemoOn = (config: Pick<Config, 'dataFolder' | 'demo'>): boolean =>
  config.demo ?? existsSync(demoFile(config))

/** Streets for the demo's fleet, if the operator has none. */
export const townFile = ({ dataFolder }: Pick<Config, 'dataFolder'>): string => join(dataFolder, 'town.pmtiles')

export const isTownShown = (config: Pick<Config, 'dataFolder' | 'demo' | 'mapFiles' | 'isTestInstallation'>): boolean =>
  config.mapFiles.length === 0 && !config.isTestInstallation && isDemoOn(config)

/** The operator's own maps, or the demo's town. */
export const shownMapFiles = (config: Parameters<typeof isTownShown>[0]): readonly string[] =>
  isTownShown(config) && existsSync(townFile(config)) ? [townFile(config)] : config.mapFiles
