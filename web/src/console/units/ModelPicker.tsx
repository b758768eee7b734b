/** A model chosen by search: the catalogue has hundreds. */
import { Select } from '@mantine/core'
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
  const { models } = useModels()
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
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}
