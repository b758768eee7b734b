/** Who is signed in, and signing out. */
import { ActionIcon, Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { PersonIcon } from '../../shared/content/Icons.tsx'
import { LegalLinks } from '../../shared/layout/LegalLinks.tsx'
import { texts } from '../../shared/texts/texts.ts'
import type { Me } from '../types.ts'
import classes from './AccountMenu.module.css'

const words = texts.client.menu

const linksOf = ({ help_url, imprint_url, privacy_url, terms_url }: Me['brand']) => ({
  ...{ help: help_url, imprint: imprint_url, privacy: privacy_url, terms: terms_url },
})

export function AccountMenu({ me, leave }: { me: Me; leave(): Promise<void> }) {
  const [isOpen, setIsOpen] = useState(false)
  const { name, email } = me.user
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles keys and focus of the elements inside.
    <div
      className={classes.account}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setIsOpen(false)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={words.person}
        title={words.person}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <PersonIcon />
      </ActionIcon>
      {isOpen && (
        <div className={classes.menu}>
          <strong>{name}</strong>
          {email && <span className={classes.email}>{email}</span>}
          <Anchor size="sm" href="#/account" onClick={() => setIsOpen(false)}>
            {words.settings}
          </Anchor>
          <LegalLinks links={linksOf(me.brand)} isColumn />
          <Button variant="default" size="xs" onClick={() => void leave()}>
            {words.logout}
          </Button>
        </div>
      )}
    </div>
  )
}
