import { SegmentedControl, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { CodeBlock } from '../shared/CodeBlock.tsx'
import { type Dialect, dialects, dialectTitles } from '../shared/dialects.ts'
import classes from './FirstSteps.module.css'
import { firstSteps } from './first-steps.ts'

const choices = dialects.map((dialect) => ({ value: dialect, label: dialectTitles[dialect] }))

export function FirstSteps() {
  const [dialect, setDialect] = useState<Dialect>('provider')
  return (
    <section aria-labelledby="first-steps">
      <div className={classes.head}>
        <Title order={2} id="first-steps">
          First five minutes
        </Title>
        <SegmentedControl
          size="xs"
          color="pine"
          aria-label="Dialect of the commands"
          data={choices}
          value={dialect}
          onChange={(value) => setDialect(value as Dialect)}
        />
      </div>
      <Text size="sm" c="dimmed" mb="md">
        Words in capitals are yours to fill in.
      </Text>
      <ol className={classes.steps}>
        {firstSteps(window.location.origin, dialect).map((step, index) => (
          <li key={step.title} className={classes.step}>
            <span className={classes.number} aria-hidden="true">
              {index + 1}
            </span>
            <div className={classes.body}>
              <div className={classes.words}>
                <Title order={3} className={classes.title}>
                  {step.title}
                </Title>
                <Text size="sm" c="dimmed">
                  {step.text}
                </Text>
              </div>
              <CodeBlock wraps text={step.command} label={`the command “${step.title}”`} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
