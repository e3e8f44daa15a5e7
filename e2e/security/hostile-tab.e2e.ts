import { testHostileAnswers } from './hostile-answers.ts'
import { test } from '#e2e/rig/world.ts'

test.use({ served: 'files' })

testHostileAnswers('straight into a page that our host does not serve')
