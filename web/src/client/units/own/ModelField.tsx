/** A model of the catalogue by its maker. It is a native select: the list is long, and a phone shows it best. */
import { NativeSelect } from '@mantine/core'
import { DevicePicture } from '../../../shared/content/DevicePicture.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import type { Model } from '../../types.ts'

const words = texts.owner.add

interface ModelFieldProps {
  readonly models: readonly Model[]
  /** Empty: none. */
  readonly value: string
  readonly error?: string | undefined
  onChange(value: string): void
}

export function ModelField({ models, value, error, onChange }: ModelFieldProps) {
  const byMaker = Map.groupBy(models, ({ manufacturer }) => manufacturer)
  return (
    <NativeSelect
      label={words.model}
      name="hw_id"
      required
      withAsterisk={false}
      error={error}
      leftSection={value && <DevicePicture model={Number(value)} size={24} />}
      value={value}
      data={[
        { value: '', label: words.chooseModel },
        ...Array.from(byMaker, ([group, own]) => ({
          group,
          items: own.map(({ id, title }) => ({ value: String(id), label: title })),
        })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
