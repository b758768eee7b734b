import { Code, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import { ChevronIcon } from '../../shared/content/Icons.tsx'
import { Line } from '../Prose.tsx'
import classes from './FieldsTable.module.css'
import type { Field } from './fields.ts'

interface FieldsTableProps {
  readonly label: string
  readonly fields: readonly Field[]
  /** Answers rarely promise a field's presence, so there the word "required" would only be noise. */
  readonly showsRequired?: boolean
}

export function FieldsTable({ label, fields, showsRequired = true }: FieldsTableProps) {
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <Rows
            key={`${field.kind} ${field.name}`}
            field={field}
            depth={0}
            showsRequired={showsRequired}
            startsOpen={fields.length === 1}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowsProps {
  readonly field: Field
  readonly depth: number
  readonly showsRequired: boolean
  /** A single row (the `data` around an answer) is opened: its content is what matters. */
  readonly startsOpen?: boolean
}

function Rows({ field, depth, showsRequired, startsOpen = false }: RowsProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  const id = useId()
  return (
    <>
      <tr className={classes.row} style={{ '--depth': depth } as React.CSSProperties}>
        <th scope="row" className={classes.name} id={id}>
          <Name field={field} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
          {showsRequired && field.isRequired && <span className={classes.required}>required</span>}
          {field.isDeprecated && <span className={classes.deprecated}>deprecated</span>}
        </th>
        <td className={classes.type}>
          <span>{field.type}</span>
          {field.limits.map((limit) => (
            <span key={limit} className={classes.limit}>
              {limit}
            </span>
          ))}
        </td>
        <td className={classes.meaning}>
          {field.description && (
            <p>
              <Line text={field.description} />
            </p>
          )}
          <Values values={field.values} />
        </td>
      </tr>
      {isOpen &&
        field
          .children?.()
          .map((child) => (
            <Rows key={`${child.kind} ${child.name}`} field={child} depth={depth + 1} showsRequired={showsRequired} />
          ))}
    </>
  )
}

function Name({ field, isOpen, onToggle }: { field: Field; isOpen: boolean; onToggle: () => void }) {
  const name = field.kind === 'field' ? <code>{field.name}</code> : <em>{field.name}</em>
  if (!field.children) return name
  return (
    <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={onToggle} title="Show fields">
      {name}
      <span className={classes.chevron} data-open={isOpen || undefined}>
        <ChevronIcon />
      </span>
    </UnstyledButton>
  )
}

const valuesShown = 12

function Values({ values }: { values: readonly string[] }) {
  const [showsAll, setShowsAll] = useState(false)
  if (values.length === 0) return null
  const shown = showsAll ? values : values.slice(0, valuesShown)
  return (
    <p className={classes.values}>
      {values.length === 1 ? 'Only ' : 'One of '}
      {shown.map((value) => (
        <Code key={value}>{value}</Code>
      ))}
      {shown.length < values.length && (
        <UnstyledButton className={classes.more} onClick={() => setShowsAll(true)}>
          and {values.length - shown.length} more
        </UnstyledButton>
      )}
    </p>
  )
}
