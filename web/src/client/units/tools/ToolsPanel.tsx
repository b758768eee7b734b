/** For setting up the tracker: the address it sends to, the SMS that configure it, and its connection log. */
import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { useOperation } from '../../../api/queries.ts'
import { Refused } from '../../../shared/api.ts'
import { texts } from '../../../shared/texts/texts.ts'
import classes from '../../../shared/tools/tools.module.css'
import { ConnectionLog } from './ConnectionLog.tsx'
import { SetupTexts } from './SetupTexts.tsx'

const words = texts.tools
const parts = ['setup', 'log'] as const

export function ToolsPanel({ unit }: { unit: number }) {
  const [open, setOpen] = useState<(typeof parts)[number]>()
  const { error } = useOperation('getClientUnitsByIdSetup', { id: unit }, { isSteady: true })
  // Old hardware and tags have no tools.
  if (error instanceof Refused && error.status === 409) return null
  return (
    <section className={classes.panel} aria-label={words.title}>
      <Title order={3} className={classes.title}>
        {words.title}
      </Title>
      <div className={classes.buttons}>
        {parts.map((part) => (
          <Button
            key={part}
            variant="default"
            size="xs"
            aria-expanded={open === part}
            onClick={() => setOpen(open === part ? undefined : part)}
          >
            {words[part].open}
          </Button>
        ))}
      </div>
      {open === 'setup' && <SetupTexts unit={unit} />}
      {open === 'log' && <ConnectionLog unit={unit} />}
    </section>
  )
}
