/** The catalogue of models: asked once, it hardly ever changes. */
import { useMemo } from 'react'
import { useOperation } from '../../api/queries.ts'

export interface Model {
  readonly id: number
  /** With its maker: two makers may call a model the same. */
  readonly title: string
}

export function useModels(): { readonly models: readonly Model[]; titleOf(hwId: number): string } {
  const devices = useOperation('getClientHardwareDevices', undefined, { isSteady: true }).data
  const makers = useOperation('getClientHardwareManufacturers', undefined, { isSteady: true }).data
  return useMemo(() => {
    const makerById = new Map((makers ?? []).map(({ id, title }) => [id, title]))
    const models = (devices ?? [])
      .map((device) => ({
        id: device.id,
        title: `${makerById.get(device.manufacturer_id) ?? ''} ${device.title}`.trim(),
      }))
      .sort((a, b) => a.title.localeCompare(b.title, 'en', { numeric: true }))
    const titles = new Map(models.map(({ id, title }) => [id, title]))
    return { models, titleOf: (hwId: number) => titles.get(hwId) ?? '' }
  }, [devices, makers])
}
