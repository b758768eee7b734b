import { operator } from '#kernel/audit/actions.ts'
import type { FieldDifference } from '#tracking/messages/frames/differences.ts'
import { redecode } from '#tracking/messages/frames/redecode.ts'
import { command, flag, optional, required } from '../command.ts'
import { harmless, moment } from '../print.ts'
import { duration, id } from '../values.ts'

const weekSeconds = 7 * 86_400

export const redecodeCommands = [
  command({
    name: 'redecode',
    about: "Decodes a unit's stored frames again and reports differences. Changes nothing without --write.",
    options: {
      unit: required(id, 'The unit.'),
      since: optional(duration, 'How far back, for example 2d. Default: 7d; frames are not kept longer.', weekSeconds),
      write: flag('Replaces the messages that differ, and recomputes the latest values.'),
    },
    async run(tool, { unit, since, write }) {
      const { ctx } = await tool.open()
      const from = new Date(ctx.clock.now().getTime() - since * 1000)
      const done = await redecode({ ...ctx, actor: operator('redecode') }, unit, from, write)
      return {
        unit_id: unit,
        frames: done.frames,
        frames_passed_over: done.framesPassedOver,
        frames_unreadable: done.framesUnreadable,
        messages: done.messages,
        changed: done.changed,
        added: done.added,
        removed: done.removed,
        fields: done.fields,
        examples: done.examples,
        written: done.isWritten,
      }
    },
    show(answer) {
      const { added, removed, changed, written } = answer
      const head = [
        `Frames: ${answer.frames}, skipped: ${answer.frames_passed_over} (repeats, ambiguous frames, and frames whose messages are gone), unreadable: ${answer.frames_unreadable}.`,
        written
          ? `Messages: ${answer.messages}, changed: ${changed}, removed: ${removed}, added: ${added}.`
          : `Messages: ${answer.messages}, to change: ${changed}, to remove: ${removed}, to add: ${added}.`,
      ]
      const isSame = added + removed + changed === 0
      const end = written
        ? 'Written.'
        : isSame
          ? 'No differences.'
          : 'Nothing was written. Add --write to replace these messages.'
      const examples = [
        ...answer.examples.added.map((message) => `  + ${harmless(JSON.stringify(message))}`),
        ...answer.examples.removed.map((message) => `  - ${harmless(JSON.stringify(message))}`),
      ]
      return [...head, ...answer.fields.map(inWords), ...examples, end].join('\n')
    },
  }),
]

function inWords({ field, added, removed, changed, example }: FieldDifference): string {
  const counts = [
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(added > 0 ? [`${added} added`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
  ]
  const value = (given: unknown) => harmless(JSON.stringify(given))
  const at = moment(example.timestamp)
  return `  ${field}: ${counts.join(', ')} (at ${at}: ${value(example.before)} → ${value(example.after)})`
}
