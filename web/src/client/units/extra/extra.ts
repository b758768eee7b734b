/** Notes about a unit. Any program may have written them, so nothing about their shape is certain. Pure. */

export interface ExtraField {
  readonly label: string
  readonly value: string
  readonly icon: string | null
  readonly showOnCard: boolean
}

interface Noted {
  readonly extra_data: readonly unknown[] | null
}

export const fieldsMax = 20

export function fieldsOf({ extra_data }: Noted): ExtraField[] {
  return (extra_data ?? []).flatMap((field) => {
    const { label, value, icon, showOnCard } = (field ?? {}) as Partial<Record<keyof ExtraField, unknown>>
    if (typeof label !== 'string' || label.trim() === '' || value === null || value === undefined) return []
    return [
      {
        label,
        value: typeof value === 'object' ? JSON.stringify(value) : String(value),
        icon: typeof icon === 'string' ? icon : null,
        showOnCard: showOnCard === true,
      },
    ]
  })
}

export const cardFieldsOf = (unit: Noted): ExtraField[] => fieldsOf(unit).filter(({ showOnCard }) => showOnCard)
