import 'react-dom/client';

// In a task of its own: evaluated as one with what renders, a slow phone would stand still for too long.
void import('./start');
