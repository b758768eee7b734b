import { Text, Title, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { CodeBlock } from '../shared/content/CodeBlock.tsx'
import { type Dialect, dialects, dialectTitles } from '../shared/dialects.ts'
import tabs from '../shared/layout/Tabs.module.css'
import classes from './FirstSteps.module.css'
import { firstSteps } from './first-steps.ts'

export function FirstSteps() {
  const [dialect, setDialect] = useState<Dialect>('provider')
  return (
    <section aria-labelledby="first-steps">
      <div className={classes.head}>
        <Title order={2} id="first-steps">
          First five minutes
        </Title>
        <fieldset className={tabs.tabs} aria-label="API dialect">
          {dialects.map((choice) => (
            <UnstyledButton
              key={choice}
              className={tabs.tab}
              aria-pressed={choice === dialect}
              onClick={() => setDialect(choice)}
            >
              {dialectTitles[choice]}
            </UnstyledButton>
          ))}
        </fieldset>
      </div>
      <Text size="sm" c="dimmed" mb="md">
        Replace the words in capitals.
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
