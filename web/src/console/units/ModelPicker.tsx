/** Choosing a model by search: the catalogue has hundreds. */
import { Group, Select } from '@mantine/core'
import { DevicePicture } from '../../shared/content/DevicePicture.tsx'
import { words } from '../../shared/texts/console.ts'
import { useModels } from './use-models.ts'

interface ModelPickerProps {
  readonly label: string
  readonly value: number | null
  onChange(id: number | null): void
  readonly error?: string | undefined
  readonly isRequired?: boolean
}

const shownMax = 50

export function ModelPicker({ label, value, onChange, error, isRequired }: ModelPickerProps) {
  const { models, modelOf } = useModels()
  const pictureOf = (id: number | null) =>
    id !== null && modelOf(id)?.hasPicture ? <DevicePicture model={id} size={28} /> : null
  return (
    <Select
      label={label}
      required={isRequired ?? false}
      error={error}
      searchable
      clearable={!isRequired}
      limit={shownMax}
      placeholder={words.units.create.modelSearch}
      nothingFoundMessage={words.palette.none}
      data={models.map(({ id, title }) => ({ value: String(id), label: title }))}
      leftSection={pictureOf(value)}
      renderOption={({ option }) => (
        <Group gap="xs" wrap="nowrap">
          {pictureOf(Number(option.value))}
          {option.label}
        </Group>
      )}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}
