import 'retake/vitest'
