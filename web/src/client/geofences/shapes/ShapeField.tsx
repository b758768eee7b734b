/** The type of shape, hints for drawing it, its problems, and the same in numbers for drawing without a mouse. */
import { Button, Text } from '@mantine/core'
import { UndoIcon } from '../../../shared/content/Icons.tsx'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import type { ShapeType } from '../../../shared/map/shape.ts'
import { texts } from '../../../shared/texts/texts.ts'
import classes from '../GeofenceEditor.module.css'
import {
  asType,
  closed,
  type Draft,
  type Drawing,
  drawn,
  type Fault,
  newDraft,
  shapeOf,
  undone,
  withoutPoint,
} from './draft.ts'
import { ShapeNumbers } from './ShapeNumbers.tsx'

const words = texts.geofences.form
const types: readonly ShapeType[] = ['circle', 'polygon', 'corridor']

interface ShapeFieldProps {
  readonly drawing: Drawing
  readonly fault: Fault | undefined
  /** After an attempt to save it; before that, an unfinished shape is not a problem. */
  readonly isTried: boolean
  readonly refusal: string | undefined
  readonly chosenPoint: number | undefined
  onDrawing(change: (before: Drawing) => Drawing): void
}

export function ShapeField({ drawing, fault, isTried, refusal, chosenPoint, onDrawing }: ShapeFieldProps) {
  const draft = drawing.now
  const edit = (next: Draft, stroke?: string) => onDrawing((before) => drawn(before, next, stroke))
  const isDrawn = shapeOf(draft) !== undefined
  const isPoint = draft.type !== 'circle' && chosenPoint !== undefined && chosenPoint < draft.points.length
  const sentence = fault && (fault.kind !== 'unfinished' || isTried) ? sentenceOf(fault, draft) : undefined
  return (
    <fieldset className={classes.shape}>
      <legend>{words.type}</legend>
      <div className={classes.types}>
        {types.map((type) => (
          <label key={type}>
            <input type="radio" name="shape" checked={draft.type === type} onChange={() => edit(asType(draft, type))} />
            <span>{texts.geofences.types[type]}</span>
          </label>
        ))}
      </div>
      <Text size="sm" c="dimmed" aria-live="polite">
        {draft.isOpen ? words.hint[draft.type] : words.hint.done}
      </Text>
      <div className={classes.buttons}>
        {draft.isOpen && draft.type !== 'circle' && (
          <Button size="xs" disabled={!isDrawn} onClick={() => edit(closed(draft))}>
            {words.finish}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<UndoIcon />}
          disabled={drawing.past.length === 0}
          onClick={() => onDrawing(undone)}
        >
          {words.undo}
        </Button>
        {isPoint && (
          <Button size="xs" variant="default" onClick={() => edit(withoutPoint(draft, chosenPoint))}>
            {words.removeChosen(chosenPoint + 1)}
          </Button>
        )}
        {isDrawn && !isPoint && (
          <Button size="xs" variant="default" onClick={() => edit(newDraft(draft.type))}>
            {words.again}
          </Button>
        )}
      </div>
      {sentence && <Notice tone="bad">{sentence}</Notice>}
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <ShapeNumbers draft={draft} onEdit={edit} />
    </fieldset>
  )
}

function sentenceOf(fault: Fault, { type, points }: Draft): string {
  if (fault.kind === 'unfinished') return words.faults.unfinished[type]
  if (fault.kind !== 'touches') return words.faults[fault.kind]
  const [one, other] = fault.edges
  const number = (index: number) => (index % points.length) + 1
  return words.faults.touches(number(one), number(one + 1), number(other), number(other + 1))
}
