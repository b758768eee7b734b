/** Whether the files with streets can be used. */
import type { Config } from '#kernel/config/config.ts'
import { shownMapFiles } from '#kernel/config/demo-file.ts'
import { MapFiles } from '#kernel/geo/map-file/map-files.ts'
import { bad, type Check, good } from './check.ts'

export const mapCheck: Check<Config> = {
  name: 'map',
  async run(config) {
    const mapFiles = shownMapFiles(config)
    if (mapFiles.length === 0) return undefined
    const maps = new MapFiles(mapFiles, { warn: () => {} })
    try {
      const problems = await maps.problems()
      if (problems.length > 0) return bad(`${problems.join(' ')} Check WAYMARK_MAP_FILE.`)
      const map = await maps.current()
      return good(`Maps show streets up to zoom ${map?.maxZoom}, from ${mapFiles.join(', ')}.`)
    } finally {
      await maps.close()
    }
  },
}
