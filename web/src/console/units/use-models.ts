/** The catalogue of models, requested once: it hardly ever changes. */
import { useMemo } from 'react'
import { useOperation } from '../../api/queries.ts'
import { modelName } from '../../shared/units/model-name.ts'

interface Model {
  readonly id: number
  /** With its maker: two makers may have models of the same name. */
  readonly title: string
  readonly hasPicture: boolean
  /** Old hardware: no set-up tool, no connection log. */
  readonly isLegacy: boolean
}

interface Catalogue {
  readonly models: readonly Model[]
  modelOf(hwId: number): Model | undefined
  titleOf(hwId: number): string
}

export function useModels(): Catalogue {
  const devices = useOperation('getClientHardwareDevices', undefined, { isSteady: true }).data
  const makers = useOperation('getClientHardwareManufacturers', undefined, { isSteady: true }).data
  return useMemo(() => {
    const makerById = new Map((makers ?? []).map(({ id, title }) => [id, title]))
    const models = (devices ?? [])
      .map((device) => ({
        id: device.id,
        title: modelName(makerById.get(device.manufacturer_id) ?? '', device.title),
        hasPicture: device.is_image,
        isLegacy: device.tags.includes('legacy'),
      }))
      .sort((a, b) => a.title.localeCompare(b.title, 'en', { numeric: true }))
    const byId = new Map(models.map((model) => [model.id, model]))
    return {
      models,
      modelOf: (hwId: number) => byId.get(hwId),
      titleOf: (hwId: number) => byId.get(hwId)?.title ?? '',
    }
  }, [devices, makers])
}
