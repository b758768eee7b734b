import './styles.ts'
import { showPage } from '../shared/Page.tsx'
import { DocsPage } from './DocsPage.tsx'

showPage(<DocsPage />)
